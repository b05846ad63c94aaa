package auth

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
)

// NormalOrigin brings the value of an Origin header, or of a partner's setting, into the one form in which origins are
// compared: scheme://host:port in lower case, the port always written. It fails with ErrOrigin where the value has no
// scheme or host, or has a user, path, query or fragment: "null" and "*" are no origins.
func NormalOrigin(origin string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(origin))
	if err != nil || u.Scheme == "" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" ||
		(u.Path != "" && u.Path != "/") {
		return "", fmt.Errorf("%w: %q is not of the form scheme://host[:port]", ErrOrigin, origin)
	}
	port := u.Port()
	switch {
	case port != "":
	case u.Scheme == "https":
		port = "443"
	case u.Scheme == "http":
		port = "80"
	}
	return u.Scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port), nil
}

// normalOrigins leaves out what is no origin: it matches nothing, and must not turn a list into an empty one, which
// would allow everything.
func normalOrigins(settings []string) (allowed []string, restricted bool) {
	for _, s := range settings {
		if o, err := NormalOrigin(s); err == nil {
			allowed = append(allowed, o)
		}
	}
	return allowed, len(settings) > 0
}

// originAllowed judges an Origin header; absent, as from every back end, it passes.
func (k *knownKey) originAllowed(origin string) error {
	if origin == "" || !k.restricted {
		return nil
	}
	normal, err := NormalOrigin(origin)
	if err != nil {
		return err
	}
	if !slices.Contains(k.origins, normal) {
		return fmt.Errorf("%w: %s", ErrOrigin, normal)
	}
	return nil
}
