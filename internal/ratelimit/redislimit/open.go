package redislimit

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"
)

// ErrURL says that a URL names no Redis; the text never holds what a password may stand in.
var ErrURL = errors.New("not a Redis URL")

// Open makes a client of one of
//
//	redis://[user:password@]host[:port][/database]
//	redis://host:port,host:port/…?cluster=true
//	redis://host:port,host:port/…?master=NAME      sentinels that watch NAME
//
// rediss:// is the same over TLS. It does not connect. It fails with ErrURL.
func Open(address string) (redis.UniversalClient, error) {
	o, err := options(address)
	if err != nil {
		return nil, err
	}
	redis.SetLogger(silent{}) // its lines name addresses and are no records; what matters is counted and logged by the limiter
	return redis.NewUniversalClient(o), nil
}

type silent struct{}

func (silent) Printf(context.Context, string, ...any) {}

// Check reports whether Open would take the address.
func Check(address string) error {
	_, err := options(address)
	return err
}

func options(address string) (*redis.UniversalOptions, error) {
	scheme, rest, found := strings.Cut(address, "://")
	if !found || scheme != "redis" && scheme != "rediss" {
		return nil, fmt.Errorf("%w: it begins with neither redis:// nor rediss://", ErrURL)
	}
	authority, tail := rest, ""
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		authority, tail = rest[:i], rest[i:]
	}
	login, hosts := "", authority
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		login, hosts = authority[:i+1], authority[i+1:]
	}
	addrs := strings.Split(hosts, ",")
	first, err := redis.ParseURL(scheme + "://" + login + addrs[0] + strings.SplitN(tail, "?", 2)[0])
	if err != nil || addrs[0] == "" {
		return nil, fmt.Errorf("%w: want %s://[user:password@]host[:port][/database]", ErrURL, scheme)
	}
	o := &redis.UniversalOptions{
		Addrs: []string{first.Addr}, Username: first.Username, Password: first.Password, DB: first.DB, TLSConfig: first.TLSConfig,
		DialTimeout: DefaultTimeout, ReadTimeout: -1, WriteTimeout: -1, // every call has a deadline of its own
		MaxRetries: -1, DialerRetries: 1, ContextTimeoutEnabled: true, DisableIdentity: true,
	}
	for _, a := range addrs[1:] {
		if !strings.Contains(a, ":") {
			return nil, fmt.Errorf("%w: each of several hosts needs its port", ErrURL)
		}
		o.Addrs = append(o.Addrs, a)
	}
	return o, several(o, tail)
}

func several(o *redis.UniversalOptions, tail string) error {
	_, query, _ := strings.Cut(tail, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return fmt.Errorf("%w: the part after ? cannot be read", ErrURL)
	}
	for name := range values {
		if name != "cluster" && name != "master" {
			return fmt.Errorf("%w: after ? only cluster and master are known", ErrURL)
		}
	}
	o.MasterName = values.Get("master")
	if v := values.Get("cluster"); v != "" {
		if o.IsClusterMode, err = strconv.ParseBool(v); err != nil {
			return fmt.Errorf("%w: cluster is true or false", ErrURL)
		}
	}
	if len(o.Addrs) > 1 && o.MasterName == "" && !o.IsClusterMode {
		return fmt.Errorf("%w: several hosts need ?cluster=true or ?master=NAME", ErrURL)
	}
	return nil
}
