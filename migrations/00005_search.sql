-- +goose Up

-- The search for rounds goes back through a gaming day from its end and stops when
-- a page is full.

CREATE INDEX rounds_newest ON rounds (gaming_day, at, table_id, round);
COMMENT ON INDEX rounds_newest IS 'The rounds of a gaming day in the order in which they were opened.';
CREATE INDEX days_newest ON days (gaming_day);
COMMENT ON INDEX days_newest IS 'The gaming days there are, from the last one back.';
