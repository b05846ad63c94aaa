package consult

import (
	"time"

	"anamnesis/internal/store"
	"anamnesis/internal/webhook"
)

// notices words what the partner is told of a turn: that the consultation ended with its report inside the answer, or
// that the questions ended because this may be an emergency, whether or not the report is fetched.
func notices(ses Session, level string, ended, untold bool, at time.Time) (list []store.Notice) {
	if untold && (level == "emergency_ambulance" || level == "emergency") {
		list = append(list, webhook.Result(webhook.EventEmergency, ses.SID, ses.PartnerID, level, at))
	}
	if ended {
		list = append(list, webhook.Result(webhook.EventEnded, ses.SID, ses.PartnerID, level, at))
	}
	return list
}
