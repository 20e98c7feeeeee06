-- +goose Up

-- The pit: what was found wrong after a round was settled, and what was done
-- about it; and what watches the floor. Rows that say what happened are added and
-- never changed. What is derived from them may be made anew at any time.

-- Corrections and disputes. The entry of a round stays as it is; an entry that is
-- its exact opposite and one with the new lines follow, in one commit.

ALTER TABLE entries DROP CONSTRAINT entries_two_persons;
ALTER TABLE entries ADD CONSTRAINT entries_two_persons CHECK (
    approver <> actor AND (approver IS NOT NULL OR kind NOT IN ('open', 'fill', 'credit', 'drop', 'close', 'reversal', 'correction')));
ALTER TABLE entries DROP CONSTRAINT entries_round;
ALTER TABLE entries ADD CONSTRAINT entries_round CHECK (round IS NOT NULL OR kind NOT IN ('settle', 'void', 'reversal', 'correction'));
ALTER TABLE entries ADD CONSTRAINT entries_reasoned CHECK (reason IS NOT NULL OR kind NOT IN ('reversal', 'correction'));

CREATE TABLE corrections (
    table_id  bigint  NOT NULL,
    seq       bigint  NOT NULL,
    n         integer NOT NULL CHECK (n > 0),
    number    bigint  NOT NULL CHECK (number > 0),
    step      text    NOT NULL CHECK (step IN ('opened', 'approved', 'rejected')),
    round     bigint  NOT NULL CHECK (round > 0),
    round_day date    NOT NULL,
    standing  bigint  NOT NULL CHECK (standing > 0),
    code      text    NOT NULL CHECK (code IN ('card-miskeyed', 'bet-miskeyed', 'decision-miskeyed', 'wrong-payout', 'procedure', 'void')),
    dispute   bigint,
    content   jsonb,
    reason    text    CHECK (reason <> ''),
    actor     text    NOT NULL,
    at        timestamptz NOT NULL,
    PRIMARY KEY (table_id, seq, n),
    CHECK ((step = 'opened') = (content IS NOT NULL)),
    CHECK (reason IS NOT NULL OR step = 'approved')
);
CREATE UNIQUE INDEX corrections_opened ON corrections (table_id, number) WHERE step = 'opened';
CREATE UNIQUE INDEX corrections_decided ON corrections (table_id, number) WHERE step <> 'opened';
CREATE INDEX corrections_round ON corrections (table_id, round, number);
COMMENT ON TABLE corrections IS 'The life of a correction of a settled round: opened by one person, approved or rejected by another. The approved step stands on the page of the entry that corrects.';
COMMENT ON COLUMN corrections.number IS 'The table''s own number of the correction.';
COMMENT ON COLUMN corrections.round_day IS 'Gaming day of the round: the day the correction is about, which is not the day it is booked on.';
COMMENT ON COLUMN corrections.standing IS 'Seq of the entry that stood when the correction was opened, and that it takes back.';
COMMENT ON COLUMN corrections.dispute IS 'The dispute it answers, by the table''s own number; null: none.';
COMMENT ON COLUMN corrections.content IS 'The record of the round as it should have been, and the lines it comes to, amounts in the round''s currency.';

CREATE TABLE reversals (
    table_id     bigint  NOT NULL,
    seq          bigint  NOT NULL,
    n            integer NOT NULL CHECK (n > 0),
    gaming_day   date    NOT NULL,
    round        bigint  NOT NULL CHECK (round > 0),
    round_day    date    NOT NULL,
    reverses     bigint  NOT NULL CHECK (reverses < seq),
    reversed_day date    NOT NULL,
    correction   bigint  NOT NULL,
    PRIMARY KEY (table_id, seq, n),
    CONSTRAINT reversals_once UNIQUE (table_id, reverses)
);
CREATE INDEX reversals_round ON reversals (table_id, round, seq);
CREATE INDEX reversals_day ON reversals (table_id, gaming_day);
COMMENT ON TABLE reversals IS 'Which entry a reversal takes back: each at most once. The entry that corrects it is on the next page.';
COMMENT ON COLUMN reversals.gaming_day IS 'Of the page: the day on which the reversal is booked.';
COMMENT ON COLUMN reversals.round_day IS 'Gaming day of the round.';
COMMENT ON COLUMN reversals.reverses IS 'Seq of the entry that is taken back, at the same table.';
COMMENT ON COLUMN reversals.reversed_day IS 'Gaming day that entry is booked on.';
COMMENT ON COLUMN reversals.correction IS 'The correction that was approved, by the table''s own number.';

CREATE TABLE disputes (
    table_id bigint  NOT NULL,
    seq      bigint  NOT NULL,
    n        integer NOT NULL CHECK (n > 0),
    number   bigint  NOT NULL CHECK (number > 0),
    step     text    NOT NULL CHECK (step IN ('opened', 'note', 'closed')),
    round    bigint  NOT NULL CHECK (round > 0),
    outcome  text    CHECK (outcome IN ('stands', 'corrected', 'void')),
    reason   text    NOT NULL CHECK (reason <> ''),
    actor    text    NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (table_id, seq, n),
    CHECK ((step = 'closed') = (outcome IS NOT NULL))
);
CREATE UNIQUE INDEX disputes_opened ON disputes (table_id, number) WHERE step = 'opened';
CREATE UNIQUE INDEX disputes_closed ON disputes (table_id, number) WHERE step = 'closed';
CREATE INDEX disputes_round ON disputes (table_id, round, number);
COMMENT ON TABLE disputes IS 'What was contested about a round: opened, noted, and closed by another person than who opened it. While one is open, the round takes no event.';
COMMENT ON COLUMN disputes.number IS 'The table''s own number of the dispute.';
COMMENT ON COLUMN disputes.reason IS 'What is contested, noted, or found.';

-- +goose StatementBegin
CREATE FUNCTION refuse_correction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    opened corrections;
BEGIN
    IF NEW.step = 'opened' THEN
        IF NEW.number <> 1 + coalesce((SELECT max(c.number) FROM corrections c WHERE c.table_id = NEW.table_id), 0) THEN
            RAISE EXCEPTION 'correction %-% does not follow', NEW.table_id, NEW.number
                USING ERRCODE = 'restrict_violation', CONSTRAINT = 'correction_order';
        END IF;
        RETURN NEW;
    END IF;
    SELECT * INTO opened FROM corrections c WHERE c.table_id = NEW.table_id AND c.number = NEW.number AND c.step = 'opened';
    IF (opened.round, opened.round_day, opened.standing, opened.code, opened.dispute)
        IS DISTINCT FROM (NEW.round, NEW.round_day, NEW.standing, NEW.code, NEW.dispute) THEN
        RAISE EXCEPTION 'correction %-%: % of what was not opened', NEW.table_id, NEW.number, NEW.step
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'correction_order';
    END IF;
    IF NEW.step = 'approved' AND opened.actor = NEW.actor THEN
        RAISE EXCEPTION 'correction %-%: % may not approve what is the own', NEW.table_id, NEW.number, NEW.actor
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'correction_two_persons';
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION refuse_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM corrections c WHERE c.table_id = NEW.table_id AND c.number = NEW.correction AND c.step = 'opened'
        AND (c.round, c.round_day, c.standing) = (NEW.round, NEW.round_day, NEW.reverses)) THEN
        RAISE EXCEPTION 'table % seq %: a reversal no correction asks for', NEW.table_id, NEW.seq
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'correction_order';
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION refuse_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    opened disputes;
BEGIN
    IF NEW.step = 'opened' THEN
        IF NEW.number <> 1 + coalesce((SELECT max(d.number) FROM disputes d WHERE d.table_id = NEW.table_id), 0)
            OR EXISTS (SELECT FROM disputes d WHERE d.table_id = NEW.table_id AND d.round = NEW.round AND d.step = 'opened'
                AND NOT EXISTS (SELECT FROM disputes c WHERE c.table_id = d.table_id AND c.number = d.number AND c.step = 'closed')) THEN
            RAISE EXCEPTION 'dispute %-% does not follow', NEW.table_id, NEW.number
                USING ERRCODE = 'restrict_violation', CONSTRAINT = 'dispute_order';
        END IF;
        RETURN NEW;
    END IF;
    SELECT * INTO opened FROM disputes d WHERE d.table_id = NEW.table_id AND d.number = NEW.number AND d.step = 'opened';
    IF opened.round IS DISTINCT FROM NEW.round
        OR EXISTS (SELECT FROM disputes d WHERE d.table_id = NEW.table_id AND d.number = NEW.number AND d.step = 'closed') THEN
        RAISE EXCEPTION 'dispute %-%: % where it is not open', NEW.table_id, NEW.number, NEW.step
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'dispute_order';
    END IF;
    IF NEW.step = 'closed' AND opened.actor = NEW.actor THEN
        RAISE EXCEPTION 'dispute %-%: % may not close what is the own', NEW.table_id, NEW.number, NEW.actor
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'correction_two_persons';
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER in_order BEFORE INSERT ON corrections FOR EACH ROW EXECUTE FUNCTION refuse_correction();
CREATE TRIGGER in_order BEFORE INSERT ON disputes FOR EACH ROW EXECUTE FUNCTION refuse_dispute();
CREATE TRIGGER in_order BEFORE INSERT ON reversals FOR EACH ROW EXECUTE FUNCTION refuse_reversal();
ALTER TABLE reversals ENABLE ALWAYS TRIGGER in_order;
ALTER TABLE corrections ENABLE ALWAYS TRIGGER in_order;
ALTER TABLE disputes ENABLE ALWAYS TRIGGER in_order;

SELECT guard(relation::regclass) FROM unnest(ARRAY['corrections', 'reversals', 'disputes']) AS relation;
REVOKE ALL ON FUNCTION refuse_correction, refuse_reversal, refuse_dispute FROM PUBLIC;
GRANT SELECT, INSERT ON corrections, reversals, disputes TO croupier_writer;

-- The kinds of significant events, those of the pit among them.

ALTER TABLE significant_events DROP CONSTRAINT significant_events_kind_check;
ALTER TABLE significant_events ADD CONSTRAINT significant_events_kind_check CHECK (kind IN (
    'start', 'stop', 'clock-jump',
    'sign-in', 'sign-in-failed', 'sign-out', 'account-locked', 'account-freed',
    'person', 'roles', 'secret', 'key', 'key-end',
    'table', 'table-open', 'table-close', 'dealer', 'fill', 'credit', 'drop', 'count-variance',
    'draft', 'priced', 'submitted', 'override', 'approved', 'rejected', 'scheduled', 'withdrawn', 'returned', 'policy', 'import',
    'void', 'correction', 'large-win', 'approved-win',
    'dispute', 'dispute-closed', 'day-close'));
ALTER TABLE significant_events DROP CONSTRAINT significant_reasoned;
ALTER TABLE significant_events ADD CONSTRAINT significant_reasoned CHECK (reason IS NOT NULL OR kind NOT IN
    ('roles', 'sign-in-failed', 'account-locked', 'account-freed', 'key-end', 'count-variance', 'override', 'rejected', 'withdrawn', 'returned', 'void', 'correction', 'clock-jump',
     'dispute', 'dispute-closed'));

-- Re-settlement: how far it is. Derived: where a row is missing, the table's rounds
-- are settled again from the first.

CREATE TABLE audit_cursors (
    table_id bigint PRIMARY KEY CHECK (table_id > 0),
    seq      bigint NOT NULL CHECK (seq > 0)
) WITH (fillfactor = 20);
COMMENT ON TABLE audit_cursors IS 'Up to which page of each table rounds were settled again. Derived: it may be deleted, and all is settled again.';
GRANT SELECT, INSERT, UPDATE ON audit_cursors TO croupier_writer;

-- Roll-ups: what the lines of a gaming day of a table come to, so that a report
-- need not read them. They are derived, whole table-days at a time, and are never
-- trusted: whoever doubts them derives them again and compares.

CREATE TABLE rollups (
    grain       text     NOT NULL CHECK (grain IN ('day', 'dealer', 'hour', 'row', 'all')),
    gaming_day  date     NOT NULL,
    table_id    bigint   NOT NULL,
    settings    integer  NOT NULL,
    wager       text     NOT NULL,
    row         text     NOT NULL,
    dealer      text     NOT NULL,
    hour        smallint NOT NULL,
    game        text     NOT NULL,
    currency    text     NOT NULL,
    paytable    bytea    NOT NULL,
    rounds      bigint   NOT NULL,
    voids       bigint   NOT NULL,
    reversals   bigint   NOT NULL,
    corrections bigint   NOT NULL,
    lines       bigint   NOT NULL,
    wins        bigint   NOT NULL,
    losses      bigint   NOT NULL,
    pushes      bigint   NOT NULL,
    handle      numeric  NOT NULL,
    paid        numeric  NOT NULL,
    taken       numeric  NOT NULL,
    squares     numeric  NOT NULL,
    top         numeric  NOT NULL,
    PRIMARY KEY (grain, gaming_day, table_id, settings, wager, row, dealer, hour)
);
COMMENT ON TABLE rollups IS 'Derived: sums of a gaming day of a table. What reversals took back is subtracted, on the day they are booked.';
COMMENT ON COLUMN rollups.grain IS 'What tells the rows of a table-day apart besides settings and wager: nothing, the dealer, dealer and hour, the row of the paytable, or all of them.';
COMMENT ON COLUMN rollups.wager IS 'Empty: the rounds themselves, which are counted here and have no sums.';
COMMENT ON COLUMN rollups.row IS 'Row of the paytable that priced the lines; empty where none did, or where the grain does not tell rows apart.';
COMMENT ON COLUMN rollups.dealer IS 'Who opened the round; empty where the grain does not tell dealers apart.';
COMMENT ON COLUMN rollups.hour IS 'Hour of the gaming day in which the entry was written, from 0, at the table''s clock.';
COMMENT ON COLUMN rollups.paytable IS 'Digest of the paytable the wager had under the settings; empty: none.';
COMMENT ON COLUMN rollups.rounds IS 'Rounds settled; of a wager, those in which it was bet. Not told by row.';
COMMENT ON COLUMN rollups.handle IS 'Sum of the stakes, in the currency.';
COMMENT ON COLUMN rollups.paid IS 'Sum of what was paid to seats on top of their stakes.';
COMMENT ON COLUMN rollups.taken IS 'Sum of what was taken from seats; taken less paid is the house''s win.';
COMMENT ON COLUMN rollups.squares IS 'Sum of the squares of the stakes, which the variance of the win goes by.';
COMMENT ON COLUMN rollups.top IS 'The most that was paid on one line.';

CREATE TABLE rollup_chips (
    gaming_day date    NOT NULL,
    table_id   bigint  NOT NULL,
    currency   text    NOT NULL,
    opens      bigint  NOT NULL,
    closes     bigint  NOT NULL,
    opening    numeric NOT NULL,
    fills      numeric NOT NULL,
    credits    numeric NOT NULL,
    dropped    numeric NOT NULL,
    closing    numeric NOT NULL,
    variance   numeric NOT NULL,
    PRIMARY KEY (gaming_day, table_id, currency)
);
COMMENT ON TABLE rollup_chips IS 'Derived: chips that moved between the rounds of a gaming day of a table.';
COMMENT ON COLUMN rollup_chips.opening IS 'Floats the table was opened with.';
COMMENT ON COLUMN rollup_chips.fills IS 'Chips from the cage.';
COMMENT ON COLUMN rollup_chips.credits IS 'Chips back to the cage.';
COMMENT ON COLUMN rollup_chips.dropped IS 'What the drop box held.';
COMMENT ON COLUMN rollup_chips.closing IS 'Floats the table was closed with.';
COMMENT ON COLUMN rollup_chips.variance IS 'What the counts found more than the book; negative where chips were missing.';

CREATE TABLE rollup_tops (
    gaming_day date     NOT NULL,
    table_id   bigint   NOT NULL,
    place      integer  NOT NULL,
    seq        bigint   NOT NULL,
    line       integer  NOT NULL,
    round      bigint   NOT NULL,
    seat       smallint NOT NULL,
    wager      text     NOT NULL,
    row        text     NOT NULL,
    dealer     text     NOT NULL,
    currency   text     NOT NULL,
    stake      numeric  NOT NULL,
    amount     numeric  NOT NULL,
    PRIMARY KEY (gaming_day, table_id, place)
);
CREATE INDEX rollup_tops_amount ON rollup_tops (amount DESC, gaming_day, table_id, place);
COMMENT ON TABLE rollup_tops IS 'Derived: the twenty largest payouts of a gaming day of a table.';
COMMENT ON COLUMN rollup_tops.stake IS 'What lay on the wager.';
COMMENT ON COLUMN rollup_tops.amount IS 'What was paid on top of it.';

CREATE TABLE rollup_cursors (
    table_id   bigint NOT NULL,
    gaming_day date   NOT NULL,
    seq        bigint NOT NULL,
    PRIMARY KEY (table_id, gaming_day)
);
COMMENT ON TABLE rollup_cursors IS 'Derived: up to which page of the table''s chain a gaming day was rolled up.';

CREATE TABLE rollup_edges (
    table_id bigint  NOT NULL,
    settings integer NOT NULL,
    bet      text    NOT NULL,
    wagers   text[]  NOT NULL,
    edge     text    NOT NULL,
    variance text    NOT NULL,
    PRIMARY KEY (table_id, settings, bet)
);
COMMENT ON TABLE rollup_edges IS 'Derived: the exact house edge of what can be bet under a version of a table''s settings, from the count of all deals.';
COMMENT ON COLUMN rollup_edges.bet IS 'A side bet, or the first bet of the base game, which stands for all of it.';
COMMENT ON COLUMN rollup_edges.wagers IS 'What the bet is made of.';
COMMENT ON COLUMN rollup_edges.edge IS 'What the house wins of one unit of the bet, a fraction.';
COMMENT ON COLUMN rollup_edges.variance IS 'Variance of the win on one unit, a fraction.';

GRANT SELECT, INSERT, UPDATE, DELETE ON rollups, rollup_chips, rollup_tops, rollup_cursors, rollup_edges TO croupier_writer;

-- The close of a gaming day of a table: signed totals. After it the day takes no
-- round and no entry; what has to be corrected is booked on a later day.

CREATE TABLE day_closes (
    seq        bigint  NOT NULL,
    n          integer NOT NULL CHECK (n > 0),
    gaming_day date    NOT NULL,
    table_no   bigint  NOT NULL CHECK (table_no > 0),
    through    bigint  NOT NULL,
    content    jsonb   NOT NULL,
    signer     bytea   NOT NULL CHECK (octet_length(signer) = 32),
    signature  bytea   NOT NULL CHECK (octet_length(signature) = 64),
    actor      text    NOT NULL,
    approver   text    NOT NULL CHECK (approver <> actor),
    at         timestamptz NOT NULL,
    PRIMARY KEY (seq, n),
    CONSTRAINT day_closes_once UNIQUE (gaming_day, table_no)
);
COMMENT ON TABLE day_closes IS 'Gaming days of tables that were closed, each once, with what they came to.';
COMMENT ON COLUMN day_closes.through IS 'Last page of the table''s chain when the day was closed.';
COMMENT ON COLUMN day_closes.content IS 'What was signed: the totals of the table-day, amounts in the currency they name.';
COMMENT ON COLUMN day_closes.signer IS 'Public key, Ed25519.';

-- +goose StatementBegin
CREATE FUNCTION refuse_closed_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM day_closes d WHERE d.gaming_day = NEW.gaming_day AND d.table_no = NEW.table_id) THEN
        RAISE EXCEPTION 'gaming day % of table % is closed', NEW.gaming_day, NEW.table_id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'day_closed';
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION refuse_close() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM heads h WHERE h.table_id = NEW.table_no AND h.open_round IS NOT NULL AND h.gaming_day = NEW.gaming_day) THEN
        RAISE EXCEPTION 'gaming day % of table %: a round is open', NEW.gaming_day, NEW.table_no
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'day_open';
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER closed_day BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION refuse_closed_day();
CREATE TRIGGER closed_day BEFORE INSERT ON rounds FOR EACH ROW EXECUTE FUNCTION refuse_closed_day();
CREATE TRIGGER open_day BEFORE INSERT ON day_closes FOR EACH ROW EXECUTE FUNCTION refuse_close();
ALTER TABLE entries ENABLE ALWAYS TRIGGER closed_day;
ALTER TABLE rounds ENABLE ALWAYS TRIGGER closed_day;
ALTER TABLE day_closes ENABLE ALWAYS TRIGGER open_day;
SELECT guard('day_closes');
REVOKE ALL ON FUNCTION refuse_closed_day, refuse_close FROM PUBLIC;
GRANT SELECT, INSERT ON day_closes TO croupier_writer;

ALTER TABLE significant_events DROP CONSTRAINT significant_authorised;
ALTER TABLE significant_events ADD CONSTRAINT significant_authorised CHECK (approver <> actor AND (approver IS NOT NULL OR kind NOT IN
    ('table-open', 'table-close', 'fill', 'credit', 'drop', 'approved', 'correction', 'approved-win', 'day-close')));

-- What somebody should look at. An alert is raised once, whichever process sees
-- its cause first; who looked at it, and what was said, is added to it.

CREATE TABLE alerts (
    seq      bigint  NOT NULL,
    n        integer NOT NULL CHECK (n > 0),
    id       bigint  PRIMARY KEY CHECK (id > 0),
    cause    text    NOT NULL UNIQUE CHECK (cause <> ''),
    kind     text    NOT NULL CHECK (kind IN (
        'large-win', 'approved-win', 'correction', 'void', 'resettlement', 'override', 'corrections-by-dealer',
        'pace', 'unexpected', 'unattended', 'clock')),
    pit      text    CHECK (pit <> ''),
    table_no bigint  CHECK (table_no > 0),
    subject  text    NOT NULL CHECK (subject <> ''),
    content  jsonb   NOT NULL,
    actor    text    NOT NULL,
    at       timestamptz NOT NULL,
    UNIQUE (seq, n)
);
CREATE INDEX alerts_pit ON alerts (pit, id DESC);
CREATE INDEX alerts_kind ON alerts (kind, id DESC);
COMMENT ON TABLE alerts IS 'What somebody should look at, each once.';
COMMENT ON COLUMN alerts.cause IS 'What it is raised for, so that it is raised once: a significant event, an hour, a number of bets.';
COMMENT ON COLUMN alerts.pit IS 'The pit the table stood in; null: none, or it is of no table.';
COMMENT ON COLUMN alerts.content IS 'What was seen, as the kind has it; amounts in the currency it names.';

CREATE TABLE alert_notes (
    seq   bigint  NOT NULL,
    n     integer NOT NULL CHECK (n > 0),
    alert bigint  NOT NULL REFERENCES alerts,
    step  text    NOT NULL CHECK (step IN ('acknowledged', 'note')),
    note  text    NOT NULL CHECK (note <> ''),
    actor text    NOT NULL,
    at    timestamptz NOT NULL,
    PRIMARY KEY (seq, n)
);
CREATE UNIQUE INDEX alert_notes_acknowledged ON alert_notes (alert) WHERE step = 'acknowledged';
CREATE INDEX alert_notes_of ON alert_notes (alert, seq, n);
COMMENT ON TABLE alert_notes IS 'Who acknowledged an alert, once, and what was noted of it.';

SELECT guard(relation::regclass) FROM unnest(ARRAY['alerts', 'alert_notes']) AS relation;
GRANT SELECT, INSERT ON alerts, alert_notes TO croupier_writer;

CREATE TABLE alert_cursors (
    table_id bigint PRIMARY KEY,
    seq      bigint NOT NULL
);
INSERT INTO alert_cursors (table_id, seq) SELECT table_id, seq FROM heads; -- of what was before, nobody is alerted
COMMENT ON TABLE alert_cursors IS 'Derived: up to which page of each chain alerts were raised. Table 0 is the house.';

CREATE TABLE alert_absences (
    table_id bigint PRIMARY KEY,
    since    timestamptz NOT NULL
);
COMMENT ON TABLE alert_absences IS 'Derived: open tables, from when on no supervisor was seen at a terminal.';

CREATE TABLE alert_looks (
    cause text PRIMARY KEY
);
COMMENT ON TABLE alert_looks IS 'Derived: hours of tables and numbers of bets that were looked at once, whether there was something to see or not.';

GRANT SELECT, INSERT, UPDATE ON alert_cursors TO croupier_writer;
GRANT SELECT, INSERT, DELETE ON alert_absences TO croupier_writer;
GRANT SELECT, INSERT ON alert_looks TO croupier_writer;
