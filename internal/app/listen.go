package app

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/netutil"
)

// hsts is what a browser is told over TLS: for two years, nothing else than TLS. Subdomains belong to the operator.
const hsts = "max-age=63072000"

// certificateCheck is how often a certificate's file is looked at.
const certificateCheck = 10 * time.Second

// bound limits the connections of a listener and puts TLS on it where the configuration has a certificate.
func bound(l net.Listener, c Config) (net.Listener, error) {
	l = netutil.LimitListener(l, c.MaxClients)
	if c.TLSCert == "" {
		return l, nil
	}
	cert := &certificate{certFile: c.TLSCert, keyFile: c.TLSKey, now: c.Now}
	if _, err := cert.get(nil); err != nil {
		return nil, err
	}
	return tls.NewListener(l, &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: cert.get, NextProtos: []string{"http/1.1"}}), nil
}

// certificate is read again when its file changes, so that a renewed one needs no restart.
type certificate struct {
	certFile, keyFile string
	now               func() time.Time
	mu                sync.Mutex
	cur               *tls.Certificate
	changed, checked  time.Time
}

func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	if since := now.Sub(c.checked); c.cur != nil && since >= 0 && since < certificateCheck {
		return c.cur, nil
	}
	c.checked = now
	info, err := os.Stat(c.certFile)
	if err == nil && c.cur != nil && info.ModTime().Equal(c.changed) {
		return c.cur, nil
	}
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		if c.cur != nil { // half written: the old one serves on
			return c.cur, nil
		}
		return nil, fmt.Errorf("certificate: %w", err)
	}
	c.cur = &pair
	if info != nil {
		c.changed = info.ModTime()
	}
	return c.cur, nil
}

// transport tells browsers to stay with TLS, and marks requests that a trusted proxy took over TLS. From anybody else
// forwarding headers are dropped.
func transport(next http.Handler, trusted []netip.Prefix) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !trusts(trusted, r.RemoteAddr) {
			r.Header.Del("X-Forwarded-Proto")
			r.Header.Del("X-Forwarded-For")
			r.Header.Del("X-Forwarded-Host")
			r.Header.Del("Forwarded")
		}
		if r.TLS != nil {
			r.Header.Set("X-Forwarded-Proto", "https")
		}
		if r.Header.Get("X-Forwarded-Proto") == "https" {
			w.Header().Set("Strict-Transport-Security", hsts)
		}
		// net/http drops the length of a request that has both a length and chunks. A proxy before us may have gone by
		// the length and forwarded a second request inside the first, so what follows is not read (RFC 9112, 6.1).
		if len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

func trusts(trusted []netip.Prefix, remote string) bool {
	addr, err := netip.ParseAddrPort(remote)
	if err != nil {
		return false
	}
	for _, p := range trusted {
		if p.Contains(addr.Addr().Unmap()) {
			return true
		}
	}
	return false
}

// prefixes reads addresses and networks.
func prefixes(list []string) ([]netip.Prefix, error) {
	out := make([]netip.Prefix, 0, len(list))
	for _, s := range list {
		if !strings.Contains(s, "/") {
			if a, err := netip.ParseAddr(s); err == nil {
				out = append(out, netip.PrefixFrom(a, a.BitLen()))
				continue
			}
		}
		p, err := netip.ParsePrefix(s)
		if err != nil {
			return nil, errors.New("want an address or a network such as 10.0.0.0/8")
		}
		out = append(out, p.Masked())
	}
	return out, nil
}
