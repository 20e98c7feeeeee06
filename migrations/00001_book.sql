-- +goose Up

-- The book: what the house set, the rounds of its tables, and the entries they
-- ended in. Rows are added and never changed. There is no way down: history is
-- appended, and a mistake in it is corrected by what follows.

CREATE TABLE heads (
    table_id   bigint PRIMARY KEY CHECK (table_id >= 0),
    seq        bigint NOT NULL,
    hash       bytea  NOT NULL CHECK (octet_length(hash) = 32),
    rounds     bigint NOT NULL,
    open_round bigint,
    gaming_day date,
    settings   integer NOT NULL
) WITH (fillfactor = 20);
COMMENT ON TABLE heads IS 'Where the chain of each table ends: the only rows that are updated, and what a request locks. Table 0 is the house.';
COMMENT ON COLUMN heads.seq IS 'Last page of the chain; 0 before the first.';
COMMENT ON COLUMN heads.hash IS 'Hash of the last link; zeros before the first.';
COMMENT ON COLUMN heads.rounds IS 'Number of the last round opened.';
COMMENT ON COLUMN heads.open_round IS 'The round that has no entry yet.';
COMMENT ON COLUMN heads.gaming_day IS 'Gaming day of the last round opened.';
COMMENT ON COLUMN heads.settings IS 'Version of the settings that serves the next round; 0 for the house.';

CREATE TABLE tables (
    seq   bigint NOT NULL,
    id    bigint PRIMARY KEY CHECK (id > 0),
    name  text   NOT NULL UNIQUE CHECK (name <> ''),
    actor text   NOT NULL,
    at    timestamptz NOT NULL
);
COMMENT ON TABLE tables IS 'The tables of the house. A name is never used again.';
COMMENT ON COLUMN tables.seq IS 'Page of the house''s chain that set it.';

CREATE TABLE settings (
    seq      bigint  NOT NULL,
    table_id bigint  NOT NULL REFERENCES tables,
    version  integer NOT NULL CHECK (version > 0),
    digest   bytea   NOT NULL CHECK (octet_length(digest) = 32),
    content  jsonb   NOT NULL,
    actor    text    NOT NULL,
    approver text,
    at       timestamptz NOT NULL,
    PRIMARY KEY (table_id, version)
);
COMMENT ON TABLE settings IS 'What rules and terms a table''s rounds are opened under, version by version.';
COMMENT ON COLUMN settings.digest IS 'SHA-256 of the content in canonical form; rounds name it.';

CREATE TABLE paytables (
    seq     bigint NOT NULL,
    digest  bytea  PRIMARY KEY CHECK (octet_length(digest) = 32),
    game    text   NOT NULL,
    wager   text   NOT NULL,
    name    text   NOT NULL,
    content jsonb  NOT NULL,
    actor   text   NOT NULL,
    at      timestamptz NOT NULL
);
COMMENT ON TABLE paytables IS 'Published paytables. The digest of what one pays is its identity; lines and postings name it.';

CREATE TABLE requests (
    actor    text    NOT NULL,
    key      text    NOT NULL,
    body     bytea   NOT NULL CHECK (octet_length(body) = 32),
    table_id bigint  NOT NULL,
    seq      bigint  NOT NULL,
    status   integer NOT NULL,
    answer   bytea   NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (actor, key),
    UNIQUE (table_id, seq)
);
COMMENT ON TABLE requests IS 'What each Idempotency-Key was answered, for ever, and the page the request became.';
COMMENT ON COLUMN requests.body IS 'SHA-256 of method, path and body: the same key with another is refused.';

CREATE TABLE days (
    table_id   bigint NOT NULL,
    round      bigint NOT NULL,
    seq        bigint NOT NULL,
    gaming_day date   NOT NULL,
    PRIMARY KEY (table_id, round)
);
COMMENT ON TABLE days IS 'The first round of each gaming day at a table, so that a round is found by its number without a look into every month.';

-- The big tables, in one partition a month. Their keys begin with the gaming
-- day; no foreign keys join them, which would cost more than all other checks.

CREATE TABLE rounds (
    gaming_day      date    NOT NULL,
    table_id        bigint  NOT NULL,
    round           bigint  NOT NULL CHECK (round > 0),
    seq             bigint  NOT NULL,
    game            text    NOT NULL,
    settings        integer NOT NULL,
    settings_digest bytea   NOT NULL CHECK (octet_length(settings_digest) = 32),
    currency        text    NOT NULL,
    dealing         text    NOT NULL,
    sealed          bytea,
    commitment      bytea,
    actor           text    NOT NULL,
    at              timestamptz NOT NULL,
    PRIMARY KEY (gaming_day, table_id, round)
) PARTITION BY RANGE (gaming_day);
COMMENT ON TABLE rounds IS 'What was fixed when a round opened.';
COMMENT ON COLUMN rounds.sealed IS 'The deck as shuffled, encrypted; the key is not in the database.';
COMMENT ON COLUMN rounds.commitment IS 'Hash of deck and nonce, published before bets close.';

CREATE TABLE events (
    gaming_day date     NOT NULL,
    table_id   bigint   NOT NULL,
    round      bigint   NOT NULL,
    n          integer  NOT NULL CHECK (n > 0),
    seq        bigint   NOT NULL,
    step       text     NOT NULL,
    kind       text     NOT NULL,
    place      smallint NOT NULL,
    "do"       text,
    wager      text,
    amount     numeric(18,4),
    cards      text,
    note       text,
    late       boolean  NOT NULL,
    actor      text     NOT NULL,
    approver   text,
    at         timestamptz NOT NULL,
    PRIMARY KEY (gaming_day, table_id, round, n)
) PARTITION BY RANGE (gaming_day);
COMMENT ON TABLE events IS 'What happened in a round, struck events too. Bets are here and nowhere else.';
COMMENT ON COLUMN events.place IS 'A seat from 1 up; 0 dealer, -1 board, -2 burn.';
COMMENT ON COLUMN events.amount IS 'Stake on the wager after the event, in the round''s currency.';
COMMENT ON COLUMN events.cards IS 'As dealt or shown; ?? is face down.';
COMMENT ON COLUMN events.late IS 'A decision was struck after later cards were seen.';

CREATE TABLE entries (
    gaming_day date   NOT NULL,
    table_id   bigint NOT NULL,
    seq        bigint NOT NULL,
    round      bigint,
    kind       text   NOT NULL CONSTRAINT entries_kind CHECK (kind IN (
        'settle', 'void',
        'open', 'fill', 'credit', 'buy-in', 'wager', 'cash-out', 'count', 'variance', 'close',
        'reversal', 'correction')),
    currency   text   NOT NULL,
    actor      text   NOT NULL,
    approver   text,
    reason     text,
    at         timestamptz NOT NULL,
    PRIMARY KEY (gaming_day, table_id, seq),
    CONSTRAINT entries_round CHECK (round IS NOT NULL OR kind NOT IN ('settle', 'void'))
) PARTITION BY RANGE (gaming_day);
CREATE UNIQUE INDEX entries_ending ON entries (gaming_day, table_id, round) WHERE kind IN ('settle', 'void');
COMMENT ON TABLE entries IS 'One a round: it was settled or voided. The other kinds are for chips that move between rounds.';

CREATE TABLE lines (
    gaming_day date     NOT NULL,
    table_id   bigint   NOT NULL,
    seq        bigint   NOT NULL,
    line       integer  NOT NULL CHECK (line > 0),
    round      bigint   NOT NULL,
    seat       smallint NOT NULL,
    wager      text     NOT NULL,
    stake      numeric(18,4)  NOT NULL,
    outcome    text     NOT NULL CHECK (outcome IN ('win', 'lose', 'push', 'void')),
    odds       numeric(14,6)  NOT NULL,
    exact      numeric(28,10) NOT NULL,
    rounded    numeric(22,4)  NOT NULL,
    amount     numeric(22,4)  NOT NULL,
    breakage   numeric(28,10) NOT NULL GENERATED ALWAYS AS (exact - rounded) STORED,
    clause     text,
    reason     text,
    row        text,
    paytable   bytea CHECK (octet_length(paytable) = 32),
    PRIMARY KEY (gaming_day, table_id, seq, line)
) PARTITION BY RANGE (gaming_day);
COMMENT ON TABLE lines IS 'What each wager of each seat came to, and why; pushes and voids too.';
COMMENT ON COLUMN lines.stake IS 'What lay on the wager.';
COMMENT ON COLUMN lines.odds IS 'Net odds to one: -1 lost, 0 pushed.';
COMMENT ON COLUMN lines.exact IS 'Stake times odds: to the seat where positive.';
COMMENT ON COLUMN lines.rounded IS 'Exact brought to whole chips.';
COMMENT ON COLUMN lines.amount IS 'What is paid or taken: rounded, then capped.';
COMMENT ON COLUMN lines.breakage IS 'What rounding kept from the seat; negative where it gave.';
COMMENT ON COLUMN lines.row IS 'Row of the paytable that priced it.';

CREATE TABLE postings (
    gaming_day date    NOT NULL,
    table_id   bigint  NOT NULL,
    seq        bigint  NOT NULL,
    posting    integer NOT NULL CHECK (posting > 0),
    line       integer,
    account    text    NOT NULL CHECK (account <> ''),
    amount     numeric(22,4) NOT NULL CHECK (amount <> 0),
    wager      text,
    row        text,
    paytable   bytea CHECK (octet_length(paytable) = 32),
    PRIMARY KEY (gaming_day, table_id, seq, posting)
) PARTITION BY RANGE (gaming_day);
COMMENT ON TABLE postings IS 'Chips that moved: two postings for each line that moves any, the seat against the bank. Those of an entry sum to zero.';
COMMENT ON COLUMN postings.amount IS 'To the account where positive, from it where negative, in the entry''s currency.';

CREATE TABLE links (
    gaming_day date   NOT NULL,
    table_id   bigint NOT NULL,
    seq        bigint NOT NULL CHECK (seq > 0),
    prev       bytea  NOT NULL CHECK (octet_length(prev) = 32),
    leaf       bytea  NOT NULL CHECK (octet_length(leaf) = 32),
    hash       bytea  NOT NULL CHECK (octet_length(hash) = 32),
    marks      bytea  NOT NULL,
    actor      text   NOT NULL,
    key        text,
    at         timestamptz NOT NULL,
    PRIMARY KEY (gaming_day, table_id, seq)
) PARTITION BY RANGE (gaming_day);
COMMENT ON TABLE links IS 'One a page: the rows of a commit, hashed and chained to the page before. Numbers have no gaps and never restart.';
COMMENT ON COLUMN links.prev IS 'Hash of the link before.';
COMMENT ON COLUMN links.leaf IS 'Hash over all rows of the page.';
COMMENT ON COLUMN links.hash IS 'Hash over prev, table, seq and leaf.';
COMMENT ON COLUMN links.marks IS 'Eight bytes a row of the page: its kind and the beginning of its own hash.';

-- Guards. They are set ENABLE ALWAYS, so that session_replication_role does not
-- pass them by. Whoever may switch triggers off is caught by the chain.

-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the book is append-only: % of % refused', lower(TG_OP), TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'append_only';
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    bad record;
BEGIN
    SELECT table_id, seq, sum(amount) AS total INTO bad
        FROM added GROUP BY gaming_day, table_id, seq HAVING sum(amount) <> 0 LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'table % seq %: postings sum to %, want 0', bad.table_id, bad.seq, bad.total
            USING ERRCODE = 'check_violation', CONSTRAINT = 'postings_balanced';
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION guard(relation regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', relation);
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER append_only', relation);
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION guard IS 'Makes a table append-only, for its owner too.';

-- +goose StatementBegin
CREATE FUNCTION guard_postings(relation regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TRIGGER balanced AFTER INSERT ON %s
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced()', relation);
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER balanced', relation);
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION guard_postings IS 'Makes each insert into a table of postings sum to zero by entry.';

SELECT guard(relation::regclass)
    FROM unnest(ARRAY['tables', 'settings', 'paytables', 'requests', 'days',
        'rounds', 'events', 'entries', 'lines', 'postings', 'links']) AS relation;
SELECT guard_postings('postings');

CREATE TRIGGER starts BEFORE INSERT ON heads FOR EACH ROW
    WHEN (NEW.seq <> 0 OR NEW.rounds <> 0 OR NEW.open_round IS NOT NULL OR NEW.gaming_day IS NOT NULL
        OR NEW.hash <> decode(repeat('00', 32), 'hex'))
    EXECUTE FUNCTION refuse_change();
CREATE TRIGGER forward BEFORE UPDATE ON heads FOR EACH ROW
    WHEN (NEW.table_id <> OLD.table_id OR NEW.seq NOT IN (OLD.seq, OLD.seq + 1) OR NEW.rounds NOT IN (OLD.rounds, OLD.rounds + 1)
        OR NEW.seq = OLD.seq AND (NEW.hash, NEW.rounds, NEW.open_round, NEW.gaming_day, NEW.settings)
            IS DISTINCT FROM (OLD.hash, OLD.rounds, OLD.open_round, OLD.gaming_day, OLD.settings))
    EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE heads ENABLE ALWAYS TRIGGER starts;
ALTER TABLE heads ENABLE ALWAYS TRIGGER forward;
ALTER TABLE heads ENABLE ALWAYS TRIGGER kept;

-- Months. A partition is made beside its parent and then attached, which, unlike
-- PARTITION OF, does not wait for running hands or make them wait.

-- +goose StatementBegin
CREATE FUNCTION ensure_month(day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
DECLARE
    first   date := date_trunc('month', day);
    past    date := first + interval '1 month';
    suffix  text := to_char(first, '_YYYY_MM');
    parent  text;
BEGIN
    -- A clock that is far off must not fill the book with empty months.
    IF first IS NULL OR first < '2020-01-01' OR first > current_date + interval '5 years' THEN
        RAISE EXCEPTION 'no month of a gaming day: %', day USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF to_regclass('links' || suffix) IS NOT NULL THEN
        RETURN; -- the last one made
    END IF;
    LOCK TABLE rounds IN SHARE UPDATE EXCLUSIVE MODE; -- one caller at a time
    FOREACH parent IN ARRAY ARRAY['rounds', 'events', 'entries', 'lines', 'postings', 'links'] LOOP
        CONTINUE WHEN to_regclass(parent || suffix) IS NOT NULL;
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE)',
            parent || suffix, parent);
        PERFORM guard((parent || suffix)::regclass);
        IF parent = 'postings' THEN
            PERFORM guard_postings((parent || suffix)::regclass);
        END IF;
        EXECUTE format('COMMENT ON TABLE %I IS %L', parent || suffix, parent || ' of ' || to_char(first, 'YYYY-MM'));
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, parent || suffix, first, past);
    END LOOP;
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION ensure_month IS 'Makes the partitions for the month of a gaming day, from 2020 to five years ahead, unless they are there.';

REVOKE ALL ON FUNCTION refuse_change, refuse_unbalanced, guard, guard_postings, ensure_month FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ensure_month TO croupier_writer;

-- The writer reads and adds. It has no right on any partition, so that what it
-- adds goes through the parent and its guards.
GRANT SELECT, INSERT ON tables, settings, paytables, requests, days, rounds, events, entries, lines, postings, links, heads TO croupier_writer;
GRANT UPDATE (seq, hash, rounds, open_round, gaming_day) ON heads TO croupier_writer;

INSERT INTO heads (table_id, seq, hash, rounds, settings) VALUES (0, 0, decode(repeat('00', 32), 'hex'), 0, 0);

-- On the first of a month the gaming day may still be the day before.
SELECT ensure_month(current_date - 1);
SELECT ensure_month(current_date);
SELECT ensure_month((current_date + interval '1 month')::date);
