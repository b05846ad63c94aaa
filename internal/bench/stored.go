package bench

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"anamnesis/api"
	"anamnesis/internal/consult"
	"anamnesis/internal/store"
)

const (
	fewStored    = 10_000          // consultations of the peer
	filledWithin = 4 * time.Minute // a database that is not full by then stays as it is
	storedOver   = 25              // days before now on which they started
	fillers      = 1024            // writes waiting at once, which share transactions
	sampleSize   = 64              // consultations made through the service, whose copies fill the database
)

var (
	errNoOpener = errors.New("no store to fill was given")
	errNoSample = errors.New("no consultation to copy was found")
)

// stored is a database of many consultations.
type stored struct {
	credentials
	database string
	records  int           // consultations in it
	took     time.Duration // to fill it
	size     int64         // bytes of the file then
}

// fill makes a database with copies of consultations that came about through the service: each with a session, a start
// and a seal of its own, and the consent that belongs to it.
func (b *Bench) fill(ctx context.Context, name string, n int) (*stored, error) {
	if b.Open == nil {
		return nil, errNoOpener
	}
	path := filepath.Join(b.dir, name)
	s := &stored{database: "sqlite:" + path}
	svc, err := b.startService(ctx, s.database)
	if err != nil {
		return nil, err
	}
	s.credentials = svc.credentials
	version, err := b.sample(ctx, svc)
	svc.stop()
	if err != nil {
		return nil, err
	}
	st, err := b.Open(ctx, s.database)
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	s.records, err = s.copies(ctx, st, version, n)
	s.took = time.Since(begin)
	if err := errors.Join(err, st.Close()); err != nil {
		return nil, err
	}
	file, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	s.size = file.Size()
	return s, nil
}

// sample takes people through whole consultations to the report.
func (b *Bench) sample(ctx context.Context, s *service) (version string, err error) {
	c, err := dial(ctx, s.addr)
	if err != nil {
		return "", err
	}
	defer c.close()
	if version, err = s.version(c); err != nil {
		return "", err
	}
	r := rand.New(rand.NewPCG(8, 9))
	for range sampleSize {
		p, err := s.arrive(c, r, version)
		if err != nil {
			return "", err
		}
		for !p.finished() {
			status, body, err := c.do(p.answer)
			if err == nil {
				err = (repeat{}).done(status, body)
			}
			if err == nil {
				err = p.read(body)
			}
			if err != nil {
				return "", err
			}
		}
		if status, body, err := c.do(request("GET", api.BasePath+"/report", p.header, nil)); err != nil || status != http.StatusOK {
			return "", fmt.Errorf("report: %d %.200s: %w", status, body, err)
		}
	}
	return version, nil
}

// copies adds consultations until there are n, or the time is over, and gives their number.
func (s *stored) copies(ctx context.Context, st store.Store, version string, n int) (int, error) {
	type original struct {
		rec *consult.Record
		c   store.Consultation
	}
	var all []original
	err := st.Consultations().Range(ctx, s.PartnerID, time.Unix(0, 0), time.Now().Add(time.Hour), func(c store.Consultation, _ []store.Event) error {
		rec, err := consult.Decode(c.State)
		all = append(all, original{rec, c})
		return err
	})
	if err != nil {
		return 0, err
	}
	if len(all) == 0 {
		return 0, errNoSample
	}
	var (
		next  atomic.Int64
		wg    sync.WaitGroup
		once  sync.Once
		until = time.Now().Add(filledWithin)
		first = time.Now().AddDate(0, 0, -storedOver)
		step  = storedOver * 24 * time.Hour / time.Duration(n)
	)
	next.Store(int64(len(all)))
	for range fillers {
		wg.Go(func() {
			for ctx.Err() == nil && time.Now().Before(until) {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				o := &all[i%len(all)]
				if failed := addCopy(ctx, st, o.c, *o.rec, version, first.Add(step*time.Duration(i))); failed != nil {
					once.Do(func() { err = failed })
					return
				}
			}
		})
	}
	wg.Wait()
	return min(int(next.Load()), n), err
}

// addCopy adds a consultation like another, as it would have come about at a time.
func addCopy(ctx context.Context, st store.Store, c store.Consultation, rec consult.Record, version string, at time.Time) error {
	rec.SID = sidAt(at)
	state, err := rec.Encode()
	if err != nil {
		return err
	}
	if !c.Ended.IsZero() {
		c.Ended = at.Add(c.Ended.Sub(c.Started))
	}
	c.SID, c.State, c.Updated, c.Started = rec.SID, state, at.Add(c.Updated.Sub(c.Started)), at
	if err := st.Consents().RecordConsent(ctx, store.Consent{SID: c.SID, PartnerID: c.PartnerID, ContentVersion: version, At: at}); err != nil {
		return err
	}
	return st.Consultations().Create(ctx, c, nil)
}

// sidAt is a session's id as the service makes it, a UUID of version 7, at another time than now.
func sidAt(at time.Time) string {
	id := uuid.New()
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(at.UnixMilli()))
	copy(id[:6], ms[2:])
	id[6] = id[6]&0x0f | 0x70
	return id.String()
}

// full is the large database, made once a run.
func (b *Bench) full(ctx context.Context) (*stored, error) {
	if b.filled != nil {
		return b.filled, nil
	}
	s, err := b.fill(ctx, "full.db", b.Records)
	if err == nil {
		b.filled = s
		fmt.Fprintf(b.Log, "%d consultations stored in %.0f s\n", s.records, s.took.Seconds())
	}
	return s, err
}

// amongMany measures turns among many stored consultations against turns among few.
func (b *Bench) amongMany(ctx context.Context) (Result, error) {
	const n = 64
	many, err := b.full(ctx)
	if err != nil {
		return Result{}, err
	}
	few, err := b.fill(ctx, "few.db", fewStored)
	if err != nil {
		return Result{}, err
	}
	var sides [2]*pair
	for i, db := range []*stored{many, few} {
		s, err := b.serve(ctx, db.database, db.credentials)
		if err != nil {
			return Result{}, err
		}
		if sides[i], err = half(ctx, n, s); err != nil {
			return Result{}, err
		}
		defer sides[i].close()
	}
	res, err := b.duel(sides[0], sides[1], n)
	if err != nil {
		return res, err
	}
	res.More["stored"], res.More["stored per s"] = float64(many.records), float64(many.records)/many.took.Seconds()
	res.More["KB each"] = float64(many.size) / float64(many.records) / 1000
	return res, nil
}
