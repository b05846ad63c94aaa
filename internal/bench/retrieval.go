package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"anamnesis/api"
)

const (
	besideRate      = 500             // turns a second beside a retrieval
	retrievedWithin = 9 * time.Minute // what is not retrieved by then is left; the service itself ends it after 10
	glimpse         = time.Minute     // the same in a quick run
)

var errCutShort = errors.New("the retrieval ended before its end")

// retrieval reads consultation records as a partner's analysts do.
type retrieval struct {
	s     *service
	token string
}

func newRetrieval(ctx context.Context, s *service) (*retrieval, error) {
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {s.PartnerID}, "client_secret": {s.Secret}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.addr+api.PortalPath+"/oauth/token", strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	var got api.LoginResponse
	if err := json.NewDecoder(res.Body).Decode(&got); err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK || got.AccessToken == "" {
		return nil, fmt.Errorf("token for retrieval: status %d", res.StatusCode)
	}
	return &retrieval{s, got.AccessToken}, nil
}

// read retrieves everything until the end or the context's, counting records into n.
func (r *retrieval) read(ctx context.Context, n *atomic.Int64) error {
	now := time.Now().UTC()
	in, _ := json.Marshal(map[string]string{"start_date": now.AddDate(0, 0, -storedOver-1).Format(time.DateOnly), "end_date": now.Format(time.DateOnly)})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+r.s.addr+api.PortalPath+"/analytics/query", bytes.NewReader(in))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+r.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("retrieval: status %d", res.StatusCode)
	}
	mark := []byte(`"conversation_id":`)
	var buf [128 << 10]byte
	kept := 0 // a mark may lie across two reads, so the last bytes are looked at again
	for {
		got, err := res.Body.Read(buf[kept:])
		seen := buf[:kept+got]
		n.Add(int64(bytes.Count(seen, mark)))
		if errors.Is(err, io.EOF) {
			if !bytes.HasSuffix(seen, []byte("]}")) {
				return errCutShort
			}
			return nil
		}
		if err != nil {
			return err
		}
		kept = copy(buf[:], seen[max(0, len(seen)-len(mark)+1):])
	}
}

// beside measures the 99th percentile of turns while records are retrieved against that without, then retrieves
// everything and watches the server's memory.
func (b *Bench) beside(ctx context.Context) (Result, error) {
	const n = 64
	db, err := b.full(ctx)
	if err != nil {
		return Result{}, err
	}
	s, err := b.serve(ctx, db.database, db.credentials)
	if err != nil {
		return Result{}, err
	}
	p, err := half(ctx, n, s)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	r, err := newRetrieval(ctx, s)
	if err != nil {
		return Result{}, err
	}
	crowd := newCrowd(n)
	turns := func(round int) (float64, error) {
		users, err := b.admit(p, crowd, round, int(besideRate*b.window().Seconds()/6)+n)
		if err != nil {
			return 0, err
		}
		got, err := opened(p.toOurs, users, besideRate, b.window())
		return got.ms(.99), err
	}
	var all pairs
	for i := range b.rounds() + 1 {
		without, err := turns(2 * i)
		if err != nil {
			return Result{}, err
		}
		var with float64
		if err := r.during(ctx, func() (err error) { with, err = turns(2*i + 1); return err }); err != nil {
			return Result{}, err
		}
		if i > 0 { // the first round warms up
			all.add(with, without)
		}
	}
	res := all.result("", "", "ms (p99)", true)
	within := retrievedWithin
	if b.Quick {
		within = glimpse
	}
	res.More, err = r.whole(ctx, db.records, within)
	return res, err
}

// during does something while records are retrieved.
func (r *retrieval) during(ctx context.Context, do func() error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	var n atomic.Int64
	go func() {
		var err error
		for err == nil {
			err = r.read(ctx, &n)
		}
		ended <- err
	}()
	if err := do(); err != nil {
		return err
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// whole retrieves everything, or as much as the time allows, and gives what was seen of it.
func (r *retrieval) whole(ctx context.Context, records int, within time.Duration) (map[string]float64, error) {
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	before, used, most := r.s.resident(), r.s.cpu(), 0.0
	begin := time.Now()
	ended := make(chan error, 1)
	var n atomic.Int64
	go func() { ended <- r.read(ctx, &n) }()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			most = max(most, r.s.resident())
		case err := <-ended:
			if errors.Is(err, context.DeadlineExceeded) {
				err = nil // the number tells
			}
			took := time.Since(begin).Seconds()
			got := float64(n.Load())
			return map[string]float64{
				"stored": float64(records), "retrieved": got, "retrieval s": took, "records/s": got / took,
				"server µs/record": float64((r.s.cpu() - used).Microseconds()) / got, "resident MB before": before, "MB more": most - before,
			}, err
		}
	}
}
