-- +goose Up

-- What went wrong in a round and what was ruled, which its events alone do not tell:
-- some of it is played on.

ALTER TABLE significant_events DROP CONSTRAINT significant_events_kind_check;
ALTER TABLE significant_events ADD CONSTRAINT significant_events_kind_check CHECK (kind IN (
    'start', 'stop', 'clock-jump',
    'sign-in', 'sign-in-failed', 'sign-out', 'account-locked', 'account-freed',
    'person', 'roles', 'secret', 'key', 'key-end',
    'table', 'table-open', 'table-close', 'dealer', 'fill', 'credit', 'drop', 'count-variance',
    'draft', 'priced', 'submitted', 'override', 'approved', 'rejected', 'scheduled', 'withdrawn', 'returned', 'policy', 'import',
    'void', 'correction', 'large-win', 'approved-win', 'irregularity',
    'dispute', 'dispute-closed', 'day-close'));
ALTER TABLE significant_events DROP CONSTRAINT significant_authorised;
ALTER TABLE significant_events ADD CONSTRAINT significant_authorised CHECK (approver <> actor AND (approver IS NOT NULL OR kind NOT IN
    ('table-open', 'table-close', 'fill', 'credit', 'drop', 'approved', 'correction', 'approved-win', 'irregularity', 'day-close')));
