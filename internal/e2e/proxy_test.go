package e2e

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
)

// proxy is a link to a server that can be slow, broken or mute.
type proxy struct {
	t *testing.T
	*toxiproxy.Proxy
}

func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	server := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	p := &proxy{t, toxiproxy.NewProxy(server, "link", "127.0.0.1:0", target)}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	return p
}

// poison puts a fault on both directions and returns what takes it away again.
func (p *proxy) poison(kind string, attributes map[string]int64) (heal func()) {
	p.t.Helper()
	directions := []string{"upstream", "downstream"}
	for _, d := range directions {
		b, err := json.Marshal(map[string]any{"name": kind + d, "type": kind, "stream": d, "toxicity": 1, "attributes": attributes})
		if err == nil {
			_, err = p.Toxics.AddToxicJson(strings.NewReader(string(b)))
		}
		if err != nil {
			p.t.Fatal(err)
		}
	}
	return func() {
		for _, d := range directions {
			if err := p.Toxics.RemoveToxic(context.Background(), kind+d); err != nil {
				p.t.Error(err)
			}
		}
	}
}

// slow delays each direction.
func (p *proxy) slow(by time.Duration) (heal func()) {
	return p.poison("latency", map[string]int64{"latency": by.Milliseconds()})
}

// keepBack lets nothing through until it is healed, and then what was kept back, as a network that drops packets has
// them sent again.
func (p *proxy) keepBack() (heal func()) { return p.slow(time.Hour) }

// swallow drops what is sent; the connections of that time break when it is healed.
func (p *proxy) swallow() (heal func()) {
	return p.poison("timeout", map[string]int64{"timeout": 0})
}

// reset breaks every connection at the next byte that goes over it, for a moment.
func (p *proxy) reset() {
	heal := p.poison("reset_peer", map[string]int64{"timeout": 0})
	time.Sleep(50 * time.Millisecond)
	heal()
}
