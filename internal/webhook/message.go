package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"strings"
	"time"

	"anamnesis/internal/store"
)

// The events that are told.
const (
	EventEnded     = "consultation.ended"     // the report was given
	EventEmergency = "consultation.emergency" // the result is an emergency, which is told before the report is fetched
	EventFeedback  = "feedback.received"
)

// message is the body of a notice.
type message struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      data      `json:"data"`
}

type data struct {
	SID   string `json:"sid"`
	Level string `json:"level,omitempty"` // triage level id
	Stars int    `json:"stars,omitempty"`
}

// Result is the notice of a consultation's end or emergency.
func Result(event, sid, partnerID, level string, at time.Time) store.Notice {
	return notice(event, partnerID, data{SID: sid, Level: level}, at)
}

// Feedback is the notice of a feedback; its words stay here.
func Feedback(sid, partnerID string, stars int, at time.Time) store.Notice {
	return notice(EventFeedback, partnerID, data{SID: sid, Stars: stars}, at)
}

func notice(event, partnerID string, d data, at time.Time) store.Notice {
	body, _ := json.Marshal(message{event, at.UTC(), d}) // strings, a number and a time always encode
	return store.Notice{ID: "msg_" + rand.Text(), SID: d.SID, PartnerID: partnerID, Event: event, Body: body, At: at}
}

// secretPrefix begins a secret as a partner is given it.
const secretPrefix = "whsec_"

// NewSecret draws a secret of 32 random bytes and the text that a partner is given, once.
func NewSecret() (secret []byte, text string) {
	secret = make([]byte, 32)
	_, _ = rand.Read(secret) // never fails, says crypto/rand
	return secret, secretPrefix + base64.StdEncoding.EncodeToString(secret)
}

// Sign gives the value of webhook-signature.
func Sign(secret []byte, id string, at time.Time, body []byte) string {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
	h.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(h.Sum(nil))
}

// CheckURL says what is wrong with an address: it must be https, or http where private addresses are allowed, with a
// host and without credentials or fragment.
func CheckURL(text string, private bool) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Opaque != "":
		return errors.New("url: must be an absolute URL")
	case u.Scheme != "https" && (u.Scheme != "http" || !private):
		return errors.New("url: must begin with https://")
	case u.User != nil || u.Fragment != "" || strings.ContainsAny(text, " \r\n\t"):
		return errors.New("url: must have neither credentials nor a fragment nor spaces")
	}
	return nil
}
