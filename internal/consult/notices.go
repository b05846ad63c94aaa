package consult

import (
	"time"

	"anamnesis/internal/store"
	"anamnesis/internal/webhook"
)

// told is what the partner is told of a turn: that the consultation ended with its report inside the answer, or that
// the questions ended because this may be an emergency, whether or not the report is fetched.
func (s *Service) told(ses Session, r *Record, at time.Time) []store.Notice {
	if !r.Reported && r.End != endEmergency {
		return nil
	}
	return notices(ses, s.iv().Report(r).Level.ID, r.Reported, true, at)
}

// notices words an end, and an emergency where that is still to be told.
func notices(ses Session, level string, ended, untold bool, at time.Time) (list []store.Notice) {
	if untold && (level == "emergency_ambulance" || level == "emergency") {
		list = append(list, webhook.Result(webhook.EventEmergency, ses.SID, ses.PartnerID, level, at))
	}
	if ended {
		list = append(list, webhook.Result(webhook.EventEnded, ses.SID, ses.PartnerID, level, at))
	}
	return list
}
