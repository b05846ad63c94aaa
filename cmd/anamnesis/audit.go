package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"text/tabwriter"
	"time"

	"anamnesis/internal/audit"
	"anamnesis/internal/store"
)

type auditCommand struct {
	List   auditList   `cmd:"" help:"Print the audit log, oldest first."`
	Verify auditVerify `cmd:"" help:"Check that nobody changed the audit log, and print its newest hash."`
}

type auditList struct {
	databaseFlag
	jsonFlag
	Since utcDay `placeholder:"YYYY-MM-DD" help:"Entries from that UTC day on."`
}

// audited is one line of list.
type audited struct {
	Seq    int64           `json:"seq"`
	At     time.Time       `json:"at"`
	Actor  string          `json:"actor"`
	Action string          `json:"action"`
	Target string          `json:"target,omitempty"`
	Detail json.RawMessage `json:"detail,omitempty"`
	Hash   string          `json:"hash"`
}

func (c *auditList) Run(con *console) error {
	return c.existing(con.ctx, func(st store.Store) error {
		lines, table := json.NewEncoder(con.out), tabwriter.NewWriter(con.out, 0, 0, 2, ' ', 0)
		if !c.JSON {
			fmt.Fprintln(table, "SEQ\tAT\tACTOR\tACTION\tTARGET\tDETAIL")
		}
		err := audit.New(st.Audit(), nil, nil).Each(con.ctx, func(e store.AuditEntry) error {
			if e.At.Before(c.Since.Time) {
				return nil
			}
			if c.JSON {
				return lines.Encode(audited{e.Seq, e.At, e.Actor, e.Action, e.Target, json.RawMessage(e.Detail), hex.EncodeToString(e.Hash)})
			}
			_, err := fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%s\n", e.Seq, e.At.Format(time.RFC3339), e.Actor, e.Action, e.Target, e.Detail)
			return err
		})
		if err != nil {
			return err
		}
		return table.Flush()
	})
}

type auditVerify struct {
	databaseFlag
	Expect string `placeholder:"HASH" help:"A hash noted before, which the log must still contain."`
}

func (c *auditVerify) Run(con *console) error {
	return c.existing(con.ctx, func(st store.Store) error {
		v, err := audit.New(st.Audit(), nil, nil).Verify(con.ctx, c.Expect)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(con.out, "%d entries, unchanged; newest hash %s\n", v.Entries, v.Head)
		return err
	})
}
