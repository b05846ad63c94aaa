package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
)

// errNoPocketBase: its program was not given.
var errNoPocketBase = errors.New("PocketBase was not given: make bench builds it from tools/pocketbase")

func (b *Bench) startPocketBase(ctx context.Context) (*child, error) {
	if b.PocketBase == "" {
		return nil, errNoPocketBase
	}
	addr, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	return startChild(ctx, addr, "/api/health", filepath.Join(b.dir, "pocketbase.log"), b.PocketBase, addr, filepath.Join(b.dir, "pocketbase"), strconv.Itoa(pocketBaseClients))
}

const pocketBaseClients = 64

// pocketBase measures turns against changes of a record, each connection of its own record. PocketBase writes with
// synchronous=NORMAL, which loses acknowledged writes at a power cut; ours does not.
func (b *Bench) pocketBase(ctx context.Context) (Result, error) {
	p, err := b.pocketBasePair(ctx)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	return b.turnsOf(p, pocketBaseClients)
}

func (b *Bench) pocketBasePair(ctx context.Context) (*pair, error) {
	p, err := b.openPair(ctx, pocketBaseClients, b.file(), b.startPocketBase)
	if err != nil {
		return nil, err
	}
	for i := range pocketBaseClients {
		u := &cycle{}
		for n := range 2 { // two bodies in turn, so that each request changes something
			body, _ := json.Marshal(map[string]string{"answer": fmt.Sprintf("%d%s", n, usualAnswer())})
			u.requests = append(u.requests, request("PATCH", fmt.Sprintf("/api/collections/turns/records/record%09d", i), "", body))
		}
		p.theirs = append(p.theirs, u)
	}
	return p, nil
}

// memory measures the resident memory after some rounds of the same load.
func (b *Bench) memory(ctx context.Context) (Result, error) {
	p, err := b.pocketBasePair(ctx)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	if _, err := b.turnsOf(p, pocketBaseClients); err != nil {
		return Result{}, err
	}
	var all pairs
	all.add(p.ours.resident(), p.peer.resident())
	return all.result("", "", "MB", true), nil
}

// startBeside measures the time to ready of both, each on a database that exists.
func (b *Bench) startBeside(ctx context.Context) (Result, error) {
	var all pairs
	database := "sqlite:" + filepath.Join(b.dir, "start.db")
	for i := range b.rounds() + 1 {
		theirs, err := b.startPocketBase(ctx)
		if err != nil {
			return Result{}, err
		}
		theirs.stop()
		ours, err := b.startService(ctx, database)
		if err != nil {
			return Result{}, err
		}
		ours.stop()
		if i > 0 { // the first ones make the databases
			all.add(float64(ours.ready.Microseconds())/1000, float64(theirs.ready.Microseconds())/1000)
		}
	}
	return all.result("", "", "ms", true), nil
}
