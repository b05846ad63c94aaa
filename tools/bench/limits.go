package main

import (
	"context"
	"errors"
	"net"
	"os/exec"
	"time"

	"github.com/go-redis/redis_rate/v10"
	"github.com/redis/go-redis/v9"
)

// redisRate asks a Redis of its own on this machine for each of the two dimensions that redis_rate has a form for: rate with burst,
// and the day's quota.
func redisRate([]byte) (func() (measured, error), func(), error) {
	addr, stop, err := startRedis()
	if err != nil {
		return nil, nil, err
	}
	client := redis.NewClient(&redis.Options{Addr: addr})
	limiter := redis_rate.NewLimiter(client)
	ctx := context.Background()
	round := func() (measured, error) {
		const n = 2000
		begin := time.Now()
		for range n {
			for _, l := range []redis_rate.Limit{{Rate: 1e6, Burst: 1e6, Period: time.Second}, {Rate: 1e9, Burst: 1e9, Period: 24 * time.Hour}} {
				if _, err := limiter.Allow(ctx, l.String(), l); err != nil {
					return measured{}, err
				}
			}
		}
		return measured{Micros: perOperation(begin, n)}, nil
	}
	return round, func() { _ = client.Close(); stop() }, nil
}

func startRedis() (addr string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	addr = l.Addr().String()
	_ = l.Close()
	_, port, _ := net.SplitHostPort(addr)
	cmd := exec.Command("redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }
	for range 100 {
		if c, err := net.Dial("tcp", addr); err == nil {
			_ = c.Close()
			return addr, stop, nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	stop()
	return "", nil, errors.New("redis-server does not answer")
}
