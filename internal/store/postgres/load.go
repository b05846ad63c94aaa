package postgres

import (
	"context"
	"errors"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
)

// load reads one consultation, or one reply, with others in a group.
type load struct {
	op
	sid     string
	reply   bool // reads the reply under keyHash
	keyHash []byte
	twin    *load // that reads the same

	ok    bool
	found store.Consultation
	body  []byte
}

const consultationColumns = `c.sid, c.partner_id, c.started, c.updated, c.ended, c.version, c.state`

// The statements of loads are of one day, whose partitions they name; those that end in everywhere are of any days.
const (
	loadConsultations = `SELECT ` + consultationColumns + ` FROM consultations{day} c WHERE c.sid = ANY($1)`

	loadReplies = `SELECT r.sid, r.key_hash, r.body FROM replies{day} r WHERE r.sid = ANY($1) AND r.key_hash = ANY($2)`

	loadConsultationsEverywhere = loadConsultations + ` AND c.day = ANY($2)`

	loadRepliesEverywhere = loadReplies + ` AND r.day = ANY($3)`
)

// load runs a group. What came of it is known, so a broken connection is tried once more.
func (s *Store) load(group []*load) {
	err := s.loadOnce(group, false)
	var broken *linkError
	switch {
	case code(err) == codeUndefinedTable: // a day without partitions
		err = s.loadOnce(group, true)
	case errors.As(err, &broken) && s.link.pass(context.Background()) == nil:
		err = s.loadOnce(group, false)
	}
	for _, l := range group {
		switch {
		case err != nil:
			l.done <- err
		case !l.ok:
			l.done <- store.ErrNotFound
		default:
			l.done <- nil
		}
	}
}

// loadOnce reads from the partitions of the group's days, or everywhere, because a day may have none.
func (s *Store) loadOnce(group []*load, everywhere bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.o.Timeout)
	defer cancel()
	var b pgx.Batch
	queueLoads(&b, group, everywhere)
	p := s.pools.Load()
	c, err := p.group.Acquire(ctx)
	if err == nil {
		err = c.SendBatch(ctx, &b).Close()
		c.Release()
	}
	return s.judge(context.Background(), p, err)
}

// wanted are the loads of one day, by what they read.
type wanted struct {
	states, replies map[string]*load
	sids, replySIDs []string
	hashes          [][]byte
}

func (w *wanted) add(l *load) {
	if l.ok, l.twin = false, nil; l.reply {
		at := l.sid + "\x00" + string(l.keyHash)
		if l.twin = w.replies[at]; l.twin == nil {
			w.replySIDs, w.hashes = append(w.replySIDs, l.sid), append(w.hashes, l.keyHash)
		}
		w.replies[at] = l
		return
	}
	if l.twin = w.states[l.sid]; l.twin == nil {
		w.sids = append(w.sids, l.sid)
	}
	w.states[l.sid] = l
}

func queueLoads(b *pgx.Batch, group []*load, everywhere bool) {
	days := map[day]*wanted{}
	for _, l := range group {
		d := day{}
		if !everywhere {
			d = dayOf(l.sid)
		}
		w := days[d]
		if w == nil {
			w = &wanted{states: make(map[string]*load, len(group)), replies: map[string]*load{}}
			days[d] = w
		}
		w.add(l)
	}
	for d, w := range days {
		states, replies, partitions := loadConsultations, loadReplies, suffix(d)
		args, replyArgs := []any{w.sids}, []any{w.replySIDs, w.hashes}
		if everywhere {
			states, replies, partitions = loadConsultationsEverywhere, loadRepliesEverywhere, ""
			args, replyArgs = append(args, daysOf(w.sids)), append(replyArgs, daysOf(w.replySIDs))
		}
		if len(w.sids) > 0 {
			b.Queue(of(states, partitions), args...).Query(func(rows pgx.Rows) error { return scanStates(rows, w.states) })
		}
		if len(w.replySIDs) > 0 {
			b.Queue(of(replies, partitions), replyArgs...).Query(func(rows pgx.Rows) error { return scanReplies(rows, w.replies) })
		}
	}
}

func scanStates(rows pgx.Rows, want map[string]*load) error {
	for rows.Next() {
		v, err := scanConsultation(rows)
		if err != nil {
			return err
		}
		first := want[v.SID]
		for l := first; l != nil; l = l.twin {
			l.ok, l.found = true, v
			if l != first { // what is returned belongs to its caller
				l.found.State = append([]byte(nil), v.State...)
			}
		}
	}
	return rows.Err()
}

func scanReplies(rows pgx.Rows, want map[string]*load) error {
	for rows.Next() {
		var sid string
		var hash, body []byte
		if err := rows.Scan(&sid, &hash, bytes{&body}); err != nil {
			return err
		}
		for l := want[sid+"\x00"+string(hash)]; l != nil; l = l.twin {
			l.ok, l.body = true, append([]byte(nil), body...)
		}
	}
	return rows.Err()
}

// scanner is a pgx.Row or pgx.Rows.
type scanner interface{ Scan(dest ...any) error }

func scanConsultation(r scanner) (v store.Consultation, err error) {
	return v, r.Scan(&v.SID, &v.PartnerID, instant{&v.Started}, instant{&v.Updated}, instant{&v.Ended}, &v.Version, bytes{&v.State})
}
