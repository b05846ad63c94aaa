package webhook

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// errPrivate says that an address is not of the public internet.
var errPrivate = errors.New("address of a private network")

// Times of one attempt.
const (
	dialTimeout    = 5 * time.Second
	attemptTimeout = 15 * time.Second
)

// newClient makes a client that reaches public addresses only, unless private ones are allowed. The check is made on
// the address that the connection goes to, after names were resolved.
func newClient(private bool) *http.Client {
	d := &net.Dialer{Timeout: dialTimeout}
	if !private {
		d.Control = func(_, address string, _ syscall.RawConn) error {
			ap, err := netip.ParseAddrPort(address)
			if err != nil || !public(ap.Addr()) {
				return errPrivate
			}
			return nil
		}
	}
	return &http.Client{
		Timeout: attemptTimeout,
		Transport: &http.Transport{
			DialContext: d.DialContext, TLSHandshakeTimeout: dialTimeout, MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute,
			MaxResponseHeaderBytes: 16 << 10, DisableCompression: true, ForceAttemptHTTP2: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// notPublic are networks beside those that netip knows: IANA's registries of special-purpose addresses (RFC 6890).
func notPublic() []netip.Prefix {
	var out []netip.Prefix
	for _, s := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
		"3fff::/20", "5f00::/16", "fec0::/10",
	} {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}

// public reports whether an address is one of the public internet.
func public(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() || a.Zone() != "" {
		return false
	}
	for _, p := range notPublic() {
		if p.Contains(a) {
			return false
		}
	}
	return true
}
