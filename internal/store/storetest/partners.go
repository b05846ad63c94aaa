package storetest

import (
	"testing"
	"time"

	"anamnesis/internal/store"
)

func partner() (store.Partner, store.APIKey) {
	id := newID()
	return store.Partner{
			ID: id, Name: words, SecretHash: odd, Languages: []string{"de-DE", "en-US"}, Origins: []string{"https://a.example", words},
			Debug: true, Rate: 12.5, Burst: 40, DailyQuota: 1 << 40, RetentionDays: 30, Created: at(1),
		}, store.APIKey{
			Hash: append([]byte(id), odd...), PartnerID: id, Created: at(2),
		}
}

func addPartner(t *testing.T, s store.Store) (store.Partner, store.APIKey) {
	t.Helper()
	p, k := partner()
	must(t, s.Partners().Create(t.Context(), p, k))
	return p, k
}

var partnerTests = map[string]func(*testing.T, store.Store){
	"a partner comes back whole": func(t *testing.T, s store.Store) {
		p, k := addPartner(t, s)
		sameAfter(t, p)(s.Partners().Partner(t.Context(), p.ID))
		got, key, err := s.Partners().PartnerByKey(t.Context(), k.Hash)
		must(t, err)
		same(t, p, got)
		same(t, k, key)
		bare := store.Partner{ID: newID(), Created: at(3)}
		must(t, s.Partners().Create(t.Context(), bare, store.APIKey{Hash: []byte(bare.ID), Created: at(3)}))
		sameAfter(t, bare)(s.Partners().Partner(t.Context(), bare.ID))
		sameAfter(t, []store.APIKey{{Hash: []byte(bare.ID), PartnerID: bare.ID, Created: at(3)}})(s.Partners().APIKeys(t.Context(), bare.ID))
	},
	"Create takes neither a known id nor a known key, and nothing of the other": func(t *testing.T, s store.Store) {
		p, k := addPartner(t, s)
		p2, k2 := partner()
		wantErr(t, s.Partners().Create(t.Context(), p2, k), store.ErrExists)
		_, err := s.Partners().Partner(t.Context(), p2.ID)
		wantErr(t, err, store.ErrNotFound)
		wantErr(t, s.Partners().Create(t.Context(), p, k2), store.ErrExists)
		_, _, err = s.Partners().PartnerByKey(t.Context(), k2.Hash)
		wantErr(t, err, store.ErrNotFound)
	},
	"what is unknown is ErrNotFound": func(t *testing.T, s store.Store) {
		ctx, ps := t.Context(), s.Partners()
		_, err := ps.Partner(ctx, newID())
		wantErr(t, err, store.ErrNotFound)
		_, _, err = ps.PartnerByKey(ctx, []byte(newID()))
		wantErr(t, err, store.ErrNotFound)
		wantErr(t, ps.SetSecret(ctx, newID(), odd), store.ErrNotFound)
		wantErr(t, ps.Update(ctx, store.Partner{ID: newID()}), store.ErrNotFound)
		wantErr(t, ps.RevokeKey(ctx, []byte(newID()), start), store.ErrNotFound)
		wantErr(t, ps.AddKey(ctx, store.APIKey{Hash: []byte(newID()), PartnerID: newID()}), store.ErrNotFound)
		sameAfter[[]store.APIKey](t, nil)(ps.APIKeys(ctx, newID()))
	},
	"SetSecret changes the secret only, Update everything else": func(t *testing.T, s store.Store) {
		p, _ := addPartner(t, s)
		must(t, s.Partners().SetSecret(t.Context(), p.ID, []byte("new")))
		p.SecretHash = []byte("new")
		sameAfter(t, p)(s.Partners().Partner(t.Context(), p.ID))
		want := store.Partner{ID: p.ID, Name: "n", Languages: []string{"fr"}, Rate: 1, RetentionDays: 2, SecretHash: p.SecretHash, Created: p.Created}
		sent := want
		sent.SecretHash, sent.Created = []byte("not this"), at(99)
		must(t, s.Partners().Update(t.Context(), sent))
		sameAfter(t, want)(s.Partners().Partner(t.Context(), p.ID))
	},
	"List is in order of creation, then of id": func(t *testing.T, s store.Store) {
		var want []store.Partner
		for i := range 4 {
			p, k := partner()
			p.Created = at(10 - i/2)
			must(t, s.Partners().Create(t.Context(), p, k))
			want = append(want, p)
		}
		all, err := s.Partners().List(t.Context())
		must(t, err)
		var got []store.Partner
		for _, p := range all {
			for _, w := range want {
				if p.ID == w.ID {
					got = append(got, p)
				}
			}
		}
		same(t, []store.Partner{want[2], want[3], want[0], want[1]}, got)
	},
	"a revoked key is told, the first time stands, others still work": func(t *testing.T, s store.Store) {
		p, first := addPartner(t, s)
		second := store.APIKey{Hash: []byte("2" + p.ID), PartnerID: p.ID, Created: at(3)}
		must(t, s.Partners().AddKey(t.Context(), second))
		wantErr(t, s.Partners().AddKey(t.Context(), second), store.ErrExists)
		must(t, s.Partners().RevokeKey(t.Context(), first.Hash, at(5)))
		must(t, s.Partners().RevokeKey(t.Context(), first.Hash, at(6)))
		first.Revoked = at(5)
		_, got, err := s.Partners().PartnerByKey(t.Context(), first.Hash)
		must(t, err)
		same(t, first, got)
		_, got, err = s.Partners().PartnerByKey(t.Context(), second.Hash)
		must(t, err)
		same(t, second, got)
		sameAfter(t, []store.APIKey{first, second})(s.Partners().APIKeys(t.Context(), p.ID))
	},
}

var keyTests = map[string]func(*testing.T, store.Store){
	"two signing keys are live while they rotate": func(t *testing.T, s store.Store) {
		ctx := t.Context()
		older := store.SigningKey{ID: newID(), Secret: odd, Created: at(1)}
		newer := store.SigningKey{ID: newID(), Secret: []byte("s"), Created: at(2)}
		must(t, s.Keys().Add(ctx, older))
		must(t, s.Keys().Add(ctx, newer))
		wantErr(t, s.Keys().Add(ctx, store.SigningKey{ID: older.ID, Secret: []byte("other"), Created: at(3)}), store.ErrExists)
		same(t, []store.SigningKey{newer, older}, live(t, s, older.ID, newer.ID))
		must(t, s.Keys().Retire(ctx, older.ID, at(4)))
		must(t, s.Keys().Retire(ctx, older.ID, at(5)))
		same(t, []store.SigningKey{newer}, live(t, s, older.ID, newer.ID))
		wantErr(t, s.Keys().Add(ctx, older), store.ErrExists)
		wantErr(t, s.Keys().Retire(ctx, newID(), at(4)), store.ErrNotFound)
	},
	"times are UTC with microseconds": func(t *testing.T, s store.Store) {
		c := consultation(newID(), "p", start)
		c.Started = start.Add(999 * time.Nanosecond).In(time.FixedZone("east", 5*3600))
		c.Updated = time.Date(1969, 12, 31, 23, 59, 59, 999999000, time.UTC)
		create(t, s, c, nil)
		c.Started = start
		sameAfter(t, c)(s.Consultations().Get(t.Context(), c.SID))
	},
}

// live returns the live keys among these, because a database may be shared with other tests.
func live(t *testing.T, s store.Store, ids ...string) (got []store.SigningKey) {
	t.Helper()
	all, err := s.Keys().Live(t.Context())
	must(t, err)
	for _, k := range all {
		for _, id := range ids {
			if k.ID == id {
				got = append(got, k)
			}
		}
	}
	return got
}
