package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"anamnesis/internal/audit"
	"anamnesis/internal/auth"
	"anamnesis/internal/ratelimit"
	"anamnesis/internal/store"
)

// NewPartner is what a partner is created with. Zero limits are unlimited.
type NewPartner struct {
	Name       string
	Languages  []string // BCP 47; none is en-US
	Origins    []string // scheme://host[:port]; none allows all
	Debug      bool
	Rate       float64 // requests a second
	Burst      int     // requests at once
	DailyQuota int64   // requests a UTC day
	Retention  int     // days that consultations are kept; 0 keeps them
}

// CreatePartner checks the settings, naming every fault, and creates the partner. The credentials are known only now.
func CreatePartner(ctx context.Context, st store.Store, n NewPartner, now time.Time) (auth.Credentials, error) {
	p, err := n.partner()
	if err != nil {
		return auth.Credentials{}, err
	}
	c := auth.NewCredentials()
	p.ID, p.SecretHash, p.Created = c.PartnerID, auth.HashSecret(c.Secret), now
	if err := record(ctx, st, audit.PartnerCreate, p.ID, nil, now); err != nil {
		return auth.Credentials{}, err
	}
	err = st.Partners().Create(ctx, p, store.APIKey{Hash: auth.HashAPIKey(c.APIKey), PartnerID: p.ID, Created: now})
	if err != nil {
		return auth.Credentials{}, fmt.Errorf("create partner: %w", err)
	}
	return c, nil
}

// maxName is how long a partner's name may be: it stands in a table and in a page's heading.
const maxName = 200

func (n NewPartner) partner() (store.Partner, error) {
	var errs []error
	p := store.Partner{
		Name: n.Name, Debug: n.Debug, Rate: n.Rate, Burst: n.Burst, DailyQuota: n.DailyQuota, RetentionDays: n.Retention,
	}
	if n.Name == "" {
		errs = append(errs, errors.New("name: must not be empty"))
	}
	if utf8.RuneCountInString(n.Name) > maxName || strings.ContainsFunc(n.Name, unicode.IsControl) {
		errs = append(errs, fmt.Errorf("name: must be one line of at most %d characters", maxName))
	}
	languages, err := checkLanguages(n.Languages)
	p.Languages = languages
	errs = append(errs, err)
	for _, o := range n.Origins {
		normal, err := auth.NormalOrigin(o)
		p.Origins = append(p.Origins, normal)
		errs = append(errs, err)
	}
	errs = append(errs, ratelimit.Policy{Rate: n.Rate, Burst: n.Burst, DailyQuota: n.DailyQuota}.Check())
	if n.Retention < 0 {
		errs = append(errs, errors.New("retention: must not be negative"))
	}
	return p, errors.Join(errs...)
}

// checkLanguages wants languages that the knowledge base speaks.
func checkLanguages(tags []string) ([]string, error) {
	if len(tags) == 0 {
		return []string{auth.DefaultLanguage}, nil
	}
	base, err := LoadBase()
	if err != nil {
		return nil, err
	}
	var (
		out  []string
		errs []error
	)
	for _, tag := range tags {
		normal, err := auth.NormalLanguage(tag)
		if err == nil && base.Messages[normal] == nil {
			err = fmt.Errorf("language %s: the knowledge base does not have it", normal)
		}
		errs = append(errs, err)
		if !slices.Contains(out, normal) {
			out = append(out, normal)
		}
	}
	return out, errors.Join(errs...)
}

// RotateSecret gives a partner a new login secret; the old one ends at once.
func RotateSecret(ctx context.Context, st store.Store, partnerID string) (string, error) {
	secret := auth.NewSecret()
	if err := record(ctx, st, audit.PartnerSecretRotate, partnerID, nil, time.Now()); err != nil {
		return "", err
	}
	if err := st.Partners().SetSecret(ctx, partnerID, auth.HashSecret(secret)); err != nil {
		return "", fmt.Errorf("rotate secret: %w", err)
	}
	return secret, nil
}

// AddKey gives a partner one more api key.
func AddKey(ctx context.Context, st store.Store, partnerID string, now time.Time) (string, error) {
	key := auth.NewAPIKey()
	if err := record(ctx, st, audit.PartnerKeyAdd, partnerID, keyName(auth.HashAPIKey(key)), now); err != nil {
		return "", err
	}
	if err := st.Partners().AddKey(ctx, store.APIKey{Hash: auth.HashAPIKey(key), PartnerID: partnerID, Created: now}); err != nil {
		return "", fmt.Errorf("add key: %w", err)
	}
	return key, nil
}

// RevokeKey ends an api key. A running service refuses it within 2 seconds.
func RevokeKey(ctx context.Context, st store.Store, key string, now time.Time) error {
	p, known, err := st.Partners().PartnerByKey(ctx, auth.HashAPIKey(key))
	if err == nil {
		err = record(ctx, st, audit.PartnerKeyRevoke, p.ID, keyName(known.Hash), now)
	}
	if err == nil {
		err = st.Partners().RevokeKey(ctx, known.Hash, now)
	}
	if err != nil {
		return fmt.Errorf("revoke key: %w", err)
	}
	return nil
}

// RevokeKeys ends all api keys of a partner and returns how many worked.
func RevokeKeys(ctx context.Context, st store.Store, partnerID string, now time.Time) (int, error) {
	if _, err := st.Partners().Partner(ctx, partnerID); err != nil {
		return 0, fmt.Errorf("revoke keys: %w", err)
	}
	keys, err := st.Partners().APIKeys(ctx, partnerID)
	if err != nil {
		return 0, fmt.Errorf("revoke keys: %w", err)
	}
	n := 0
	for _, k := range keys {
		if !k.Revoked.IsZero() {
			continue
		}
		err := record(ctx, st, audit.PartnerKeyRevoke, partnerID, keyName(k.Hash), now)
		if err == nil {
			err = st.Partners().RevokeKey(ctx, k.Hash, now)
		}
		if err != nil {
			return n, fmt.Errorf("revoke keys: %w", err)
		}
		n++
	}
	return n, nil
}

// record logs what the user of a command does.
func record(ctx context.Context, st store.Store, action, target string, detail map[string]string, now time.Time) error {
	l := audit.New(st.Audit(), func() time.Time { return now }, nil)
	return l.Record(ctx, audit.Entry{Actor: fmt.Sprintf("command %d", os.Getuid()), Action: action, Target: target, Detail: detail})
}

// keyName tells keys apart without giving them away: it is the beginning of the hash.
func keyName(hash []byte) map[string]string {
	return map[string]string{"key_hash": fmt.Sprintf("%x", hash[:4])}
}
