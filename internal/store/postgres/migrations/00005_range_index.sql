-- Ranges sort the few consultations that began at one moment by themselves. With the sid in the index, a server that
-- takes a new day's table for tiny might read all of the index to find one sid, and keep to that while the day fills.

-- +goose Up
DROP INDEX consultations_by_partner;
CREATE INDEX consultations_by_partner ON consultations (partner_id, started);
