package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
)

// Errors of rows with peers.
var (
	// errNoPeers: the program of the peers was not given.
	errNoPeers = errors.New("the peers' program was not given: make bench builds it from tools/bench")
	// errRefused: a limit far above the load refused it.
	errRefused = errors.New("the limiter refused a request within its limits")
)

// peer is a run of the peers' program: it takes one line of JSON to set up, answers a line, and then for each empty
// line measures one round and answers one line.
type peer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// measured is what a peer says of a round.
type measured struct {
	Micros float64    `json:"micros"` // per operation
	Found  [][]string `json:"found"`  // by query, of the first round of a search
	Error  string     `json:"error"`
}

func (b *Bench) startPeer(ctx context.Context, name string, setup any) (*peer, error) {
	if b.Peers == "" {
		return nil, errNoPeers
	}
	p := &peer{cmd: exec.CommandContext(ctx, b.Peers, name)}
	p.cmd.Stderr = b.Log
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewScanner(out)
	p.out.Buffer(nil, 64<<20)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := json.Marshal(setup)
	if err != nil {
		return nil, err
	}
	if _, err := p.send(append(line, '\n')); err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

func (p *peer) round() (measured, error) { return p.send([]byte("\n")) }

func (p *peer) send(line []byte) (measured, error) {
	var m measured
	if _, err := p.in.Write(line); err != nil {
		return m, err
	}
	if !p.out.Scan() {
		return m, fmt.Errorf("the peer ended: %w", errors.Join(p.out.Err(), io.ErrUnexpectedEOF))
	}
	if err := json.Unmarshal(p.out.Bytes(), &m); err != nil {
		return m, err
	}
	if m.Error != "" {
		return m, errors.New(m.Error)
	}
	return m, nil
}

func (p *peer) stop() {
	_ = p.in.Close()
	_ = p.cmd.Wait()
}
