package app

import (
	"context"
	"fmt"
	"time"

	"anamnesis/api"
	"anamnesis/internal/audit"
	"anamnesis/internal/auth"
	"anamnesis/internal/consult"
	"anamnesis/internal/httpapi"
	"anamnesis/internal/store"
	"anamnesis/internal/store/sealed"
)

// EraseConsultation removes a session with every trace. store.ErrNotFound if there was nothing at all.
func EraseConsultation(ctx context.Context, st store.Store, sid string) error {
	if err := record(ctx, st, audit.ConsultationErase, sid, nil, time.Now()); err != nil {
		return err
	}
	if err := st.Consultations().Erase(ctx, sid); err != nil {
		return fmt.Errorf("erase consultation: %w", err)
	}
	return nil
}

// ExportConsultation gathers everything that is kept of a session. store.ErrNotFound if there is nothing.
func ExportConsultation(ctx context.Context, st store.Store, sid string) (*api.ConsultationExport, error) {
	m := prepare()
	if m.err != nil {
		return nil, m.err
	}
	if err := record(ctx, st, audit.ConsultationExport, sid, nil, time.Now()); err != nil {
		return nil, err
	}
	c := consult.NewServiceSoon(m.interview, st.Consultations(), time.Now, nil)
	out, err := httpapi.Exporter{Consents: st.Consents(), Events: st.Events(), Records: st.Consultations(), Recorder: c, Reviews: c}.Export(ctx, sid)
	if err != nil {
		return nil, fmt.Errorf("export consultation: %w", err)
	}
	return out, nil
}

// RotateKeys adds a signing key and retires those that no valid token of that lifetime needs.
func RotateKeys(ctx context.Context, st store.Store, lifetime time.Duration) error {
	if err := record(ctx, st, audit.SigningKeyRotate, "", nil, time.Now()); err != nil {
		return err
	}
	signer, err := auth.NewSigner(ctx, auth.SignerConfig{Keys: st.Keys(), Lifetime: lifetime})
	if err != nil {
		return err
	}
	return signer.Rotate(ctx)
}

// Reencrypt is sealed.Store.Reencrypt, audited.
func Reencrypt(ctx context.Context, st *sealed.Store) (sealed.Reencrypted, error) {
	if err := record(ctx, st, audit.RecordsReencrypt, "", nil, time.Now()); err != nil {
		return sealed.Reencrypted{}, err
	}
	return st.Reencrypt(ctx)
}
