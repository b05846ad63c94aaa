package redistest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// slots is how many hash slots a cluster has.
const slots = 16384

// Cluster runs a cluster of three and returns the address to give to the service.
func Cluster(t testing.TB) (url string) {
	t.Helper()
	const n = 3
	var (
		nodes   [n]*Server
		clients [n]*redis.Client
		addrs   [n]string
		ctx     = context.Background()
	)
	for i := range nodes {
		bus := freeAddress(t)
		nodes[i] = run(t, "--cluster-enabled", "yes", "--cluster-port", port(bus))
		clients[i] = redis.NewClient(&redis.Options{Addr: nodes[i].Addr})
		defer clients[i].Close()
		addrs[i] = nodes[i].Addr
		err := clients[i].ClusterAddSlotsRange(ctx, i*slots/n, (i+1)*slots/n-1).Err()
		if err == nil && i > 0 {
			err = clients[0].Do(ctx, "CLUSTER", "MEET", "127.0.0.1", port(nodes[i].Addr), port(bus)).Err()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	await(t, "the cluster", func() bool {
		for _, c := range clients {
			info, err := c.ClusterInfo(ctx).Result()
			if err != nil || !strings.Contains(info, "cluster_state:ok") || !strings.Contains(info, fmt.Sprintf("cluster_size:%d", n)) {
				return false
			}
		}
		return true
	})
	return "redis://" + strings.Join(addrs[:], ",") + "?cluster=true"
}

// Watched runs a server, a replica of it, and a sentinel that puts the replica in its place when it is gone; url is the
// address to give to the service.
func Watched(t testing.TB) (url string, first *Server) {
	t.Helper()
	first = run(t)
	second := run(t, "--replicaof", "127.0.0.1", port(first.Addr))
	file := filepath.Join(t.TempDir(), "sentinel.conf") // which a sentinel writes to
	conf := fmt.Sprintf("sentinel monitor limits 127.0.0.1 %s 1\nsentinel down-after-milliseconds limits 500\nsentinel failover-timeout limits 3000\n", port(first.Addr))
	if err := os.WriteFile(file, []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	sentinel := run(t, file, "--sentinel")
	watch := redis.NewSentinelClient(&redis.Options{Addr: sentinel.Addr})
	defer watch.Close()
	await(t, "the sentinel to know the replica "+second.Addr, func() bool {
		replicas, err := watch.Replicas(context.Background(), "limits").Result()
		return err == nil && len(replicas) == 1 && replicas[0]["master-link-status"] == "ok"
	})
	return "redis://" + sentinel.Addr + "?master=limits", first
}

func await(t testing.TB, what string, done func() bool) {
	t.Helper()
	for begin := time.Now(); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Since(begin) > 30*time.Second {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
