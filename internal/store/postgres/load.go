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

	ok    bool
	found store.Consultation
	body  []byte
}

const consultationColumns = `c.sid, c.partner_id, c.started, c.updated, c.ended, c.version, c.state`

const (
	loadConsultations = `SELECT ` + consultationColumns + ` FROM consultations{day} c WHERE c.day = ANY($1) AND c.sid = ANY($2)`

	loadReplies = `SELECT r.sid, r.key_hash, r.body FROM replies{day} r
		WHERE r.day = ANY($1) AND r.sid = ANY($2) AND r.key_hash = ANY($3)`
)

// load runs a group. What came of it is known, so a broken connection is tried once more.
func (s *Store) load(group []*load) {
	err := s.loadOnce(group, of)
	var broken *linkError
	switch {
	case code(err) == codeUndefinedTable: // a day without partitions
		err = s.loadOnce(group, func(statement string, _ []day) string { return of(statement, nil) })
	case errors.As(err, &broken) && s.link.pass(context.Background()) == nil:
		err = s.loadOnce(group, of)
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

func (s *Store) loadOnce(group []*load, of func(string, []day) string) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.o.Timeout)
	defer cancel()
	var b pgx.Batch
	queueLoads(&b, group, of)
	p := s.pools.Load()
	c, err := p.group.Acquire(ctx)
	if err == nil {
		err = c.SendBatch(ctx, &b).Close()
		c.Release()
	}
	return s.judge(context.Background(), p, err)
}

func queueLoads(b *pgx.Batch, group []*load, of func(string, []day) string) {
	states, replies := map[string][]*load{}, map[string][]*load{}
	var sids, replySIDs []string
	var hashes [][]byte
	for _, l := range group {
		if l.ok = false; l.reply {
			at := l.sid + "\x00" + string(l.keyHash)
			replies[at] = append(replies[at], l)
			replySIDs, hashes = append(replySIDs, l.sid), append(hashes, l.keyHash)
		} else {
			states[l.sid] = append(states[l.sid], l)
			sids = append(sids, l.sid)
		}
	}
	if len(sids) > 0 {
		days := daysOf(sids)
		b.Queue(of(loadConsultations, days), days, sids).Query(func(rows pgx.Rows) error { return scanStates(rows, states) })
	}
	if len(replySIDs) > 0 {
		days := daysOf(replySIDs)
		b.Queue(of(loadReplies, days), days, replySIDs, hashes).Query(func(rows pgx.Rows) error { return scanReplies(rows, replies) })
	}
}

func scanStates(rows pgx.Rows, want map[string][]*load) error {
	for rows.Next() {
		v, err := scanConsultation(rows)
		if err != nil {
			return err
		}
		for i, l := range want[v.SID] {
			l.ok, l.found = true, v
			if i > 0 { // what is returned belongs to its caller
				l.found.State = append([]byte(nil), v.State...)
			}
		}
	}
	return rows.Err()
}

func scanReplies(rows pgx.Rows, want map[string][]*load) error {
	for rows.Next() {
		var sid string
		var hash, body []byte
		if err := rows.Scan(&sid, &hash, bytes{&body}); err != nil {
			return err
		}
		for _, l := range want[sid+"\x00"+string(hash)] {
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
