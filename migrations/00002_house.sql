-- +goose Up

-- The house: who may do what, and how what is on the felt comes to lie there.
-- As in the book, rows are added and never changed; the newest version counts.
-- Only sessions, which say nothing of the past, are changed and deleted.

ALTER TABLE heads ADD COLUMN dealer text;
COMMENT ON COLUMN heads.dealer IS 'Name of the person who deals at the table; null where it is closed.';
COMMENT ON COLUMN heads.settings IS 'Version of the settings the last round was opened under; 0 before the first, and for the house.';
GRANT UPDATE (dealer, settings) ON heads TO croupier_writer;

DROP TRIGGER starts ON heads;
DROP TRIGGER forward ON heads;
CREATE TRIGGER starts BEFORE INSERT ON heads FOR EACH ROW
    WHEN (NEW.seq <> 0 OR NEW.rounds <> 0 OR NEW.open_round IS NOT NULL OR NEW.gaming_day IS NOT NULL OR NEW.dealer IS NOT NULL
        OR NEW.hash <> decode(repeat('00', 32), 'hex'))
    EXECUTE FUNCTION refuse_change();
CREATE TRIGGER forward BEFORE UPDATE ON heads FOR EACH ROW
    WHEN (NEW.table_id <> OLD.table_id OR NEW.seq NOT IN (OLD.seq, OLD.seq + 1) OR NEW.rounds NOT IN (OLD.rounds, OLD.rounds + 1)
        OR NEW.rounds = OLD.rounds AND NEW.settings <> OLD.settings
        OR NEW.seq = OLD.seq AND (NEW.hash, NEW.rounds, NEW.open_round, NEW.gaming_day, NEW.settings, NEW.dealer)
            IS DISTINCT FROM (OLD.hash, OLD.rounds, OLD.open_round, OLD.gaming_day, OLD.settings, OLD.dealer))
    EXECUTE FUNCTION refuse_change();
ALTER TABLE heads ENABLE ALWAYS TRIGGER starts;
ALTER TABLE heads ENABLE ALWAYS TRIGGER forward;

-- Chips move between rounds under two persons.

ALTER TABLE entries DROP CONSTRAINT entries_kind;
ALTER TABLE entries ADD CONSTRAINT entries_kind CHECK (kind IN (
    'settle', 'void',
    'open', 'fill', 'credit', 'drop', 'buy-in', 'wager', 'cash-out', 'count', 'variance', 'close',
    'reversal', 'correction'));
ALTER TABLE entries ADD CONSTRAINT entries_two_persons CHECK (
    approver <> actor AND (approver IS NOT NULL OR kind NOT IN ('open', 'fill', 'credit', 'drop', 'close')));
ALTER TABLE events ADD CONSTRAINT events_two_persons CHECK (approver <> actor);
CREATE INDEX entries_between ON entries (table_id, seq) WHERE round IS NULL;
CREATE UNIQUE INDEX heads_dealer ON heads (dealer) WHERE dealer IS NOT NULL;
COMMENT ON INDEX heads_dealer IS 'A person deals at one table at a time.';
ALTER TABLE settings ADD CONSTRAINT settings_two_persons CHECK (approver IS NOT NULL AND approver <> actor) NOT VALID;
COMMENT ON CONSTRAINT settings_two_persons ON settings IS 'Not asked of what was set before there were persons.';

CREATE TABLE persons (
    seq      bigint  NOT NULL,
    n        integer NOT NULL CHECK (n > 0),
    name     text    NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9._-]{1,39}$' AND name NOT IN ('server', 'token')),
    version  integer NOT NULL CHECK (version > 0),
    title    text    NOT NULL CHECK (title <> ''),
    roles    text    NOT NULL CHECK (roles ~ '^((dealer|supervisor|manager|auditor|admin)(,|$))*$' AND roles !~ ',$'),
    active   boolean NOT NULL,
    locale   text    NOT NULL CHECK (locale IN ('ko', 'en', 'ru')),
    subject  text,
    actor    text    NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (name, version),
    UNIQUE (seq, n)
);
COMMENT ON TABLE persons IS 'People, version by version. A name is one person''s for ever: actor and approver everywhere name persons.';
COMMENT ON COLUMN persons.title IS 'What the person is called on screens.';
COMMENT ON COLUMN persons.subject IS 'Issuer and subject, a blank between, under which an OpenID provider knows the person.';

CREATE TABLE secrets (
    seq     bigint  NOT NULL,
    n       integer NOT NULL CHECK (n > 0),
    person  text    NOT NULL,
    kind    text    NOT NULL CHECK (kind IN ('pin', 'password')),
    version integer NOT NULL CHECK (version > 0),
    hash    text    NOT NULL CHECK (hash LIKE '$argon2id$%'),
    actor   text    NOT NULL,
    at      timestamptz NOT NULL,
    PRIMARY KEY (person, kind, version),
    UNIQUE (seq, n)
);
COMMENT ON TABLE secrets IS 'What persons sign in with, hashed by argon2id; the newest version counts.';

CREATE TABLE api_keys (
    seq      bigint  NOT NULL,
    n        integer NOT NULL CHECK (n > 0),
    id       bigint  PRIMARY KEY CHECK (id > 0),
    person   text    NOT NULL,
    label    text    NOT NULL CHECK (label <> ''),
    hash     bytea   NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    scopes   text    NOT NULL CHECK (scopes <> ''),
    table_no bigint,
    seat     integer,
    expires  timestamptz,
    actor    text    NOT NULL,
    at       timestamptz NOT NULL,
    UNIQUE (seq, n)
);
COMMENT ON TABLE api_keys IS 'Keys of machines. A key acts as its person, within its scopes and that person''s roles.';
COMMENT ON COLUMN api_keys.hash IS 'SHA-256 of the key, which is 32 random bytes.';
COMMENT ON COLUMN api_keys.scopes IS 'Actions of the table of roles, a comma between.';
COMMENT ON COLUMN api_keys.table_no IS 'The one table the key is good for; null: any its person may.';
COMMENT ON COLUMN api_keys.seat IS 'The seat whose own hole cards the key shows.';

CREATE TABLE api_key_ends (
    seq    bigint  NOT NULL,
    n      integer NOT NULL CHECK (n > 0),
    id     bigint  PRIMARY KEY REFERENCES api_keys,
    reason text    NOT NULL CHECK (reason <> ''),
    actor  text    NOT NULL,
    at     timestamptz NOT NULL,
    UNIQUE (seq, n)
);
COMMENT ON TABLE api_key_ends IS 'Keys that were revoked.';

CREATE TABLE proposals (
    seq      bigint  NOT NULL,
    n        integer NOT NULL CHECK (n > 0),
    id       bigint  NOT NULL CHECK (id > 0),
    revision integer NOT NULL CHECK (revision > 0),
    content  jsonb   NOT NULL,
    actor    text    NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (id, revision),
    UNIQUE (seq, n)
);
COMMENT ON TABLE proposals IS 'What management would put on the felt, draft by draft. The last revision is the one that is submitted.';

CREATE TABLE proposal_steps (
    seq      bigint  NOT NULL,
    n        integer NOT NULL CHECK (n > 0),
    proposal bigint  NOT NULL CHECK (proposal > 0),
    step     text    NOT NULL CHECK (step IN ('priced', 'submitted', 'approved', 'rejected', 'scheduled', 'withdrawn')),
    revision integer NOT NULL,
    digest   bytea   NOT NULL CHECK (octet_length(digest) = 32),
    content  jsonb   NOT NULL,
    override text    CHECK (override <> ''),
    reason   text    CHECK (reason <> ''),
    actor    text    NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (seq, n),
    FOREIGN KEY (proposal, revision) REFERENCES proposals (id, revision),
    CHECK (override IS NULL OR step = 'submitted'),
    CHECK (reason IS NOT NULL OR step NOT IN ('rejected', 'withdrawn'))
);
CREATE UNIQUE INDEX proposal_steps_once ON proposal_steps (proposal, step) WHERE step <> 'priced';
CREATE INDEX proposal_steps_of ON proposal_steps (proposal, seq, n);
COMMENT ON TABLE proposal_steps IS 'The life of a proposal: priced, submitted, approved or rejected, scheduled; or withdrawn.';
COMMENT ON COLUMN proposal_steps.digest IS 'SHA-256 of what the step is about, in canonical form: the settings of every table the proposal changes.';
COMMENT ON COLUMN proposal_steps.content IS 'What was found or fixed by the step: the exact edge and the verdict, or from when.';
COMMENT ON COLUMN proposal_steps.override IS 'Why the proposal was submitted although the gate refused it.';

CREATE TABLE activations (
    seq      bigint  NOT NULL,
    n        integer NOT NULL CHECK (n > 0),
    table_no bigint  NOT NULL,
    version  integer NOT NULL,
    proposal bigint,
    begins   timestamptz NOT NULL,
    band     jsonb,
    reason   text    CHECK (reason <> ''),
    actor    text    NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (seq, n),
    FOREIGN KEY (table_no, version) REFERENCES settings (table_id, version),
    CHECK (proposal IS NOT NULL OR reason IS NOT NULL)
);
CREATE INDEX activations_of ON activations (table_no, seq DESC, n DESC);
COMMENT ON TABLE activations IS 'From when a version of a table''s settings serves the rounds that open. Of those that have begun, and whose band it is, the newest counts.';
COMMENT ON COLUMN activations.proposal IS 'The approved proposal that brings it in; null: a return to a version that was in force before.';
COMMENT ON COLUMN activations.band IS 'Days of the week and times of day it is for; null: always.';

CREATE TABLE policies (
    seq      bigint  NOT NULL,
    n        integer NOT NULL CHECK (n > 0),
    version  integer PRIMARY KEY CHECK (version > 0),
    proposal bigint  NOT NULL,
    content  jsonb   NOT NULL,
    actor    text    NOT NULL,
    approver text    NOT NULL CHECK (approver <> actor),
    at       timestamptz NOT NULL,
    UNIQUE (seq, n)
);
COMMENT ON TABLE policies IS 'What the house holds itself to: the edges it allows, and how long a terminal waits. The newest version counts.';

CREATE TABLE stints (
    table_id bigint  NOT NULL,
    seq      bigint  NOT NULL,
    n        integer NOT NULL CHECK (n > 0),
    dealer   text,
    PRIMARY KEY (table_id, seq, n)
);
COMMENT ON TABLE stints IS 'Who deals at a table from this page on; null: it is closed.';

CREATE TABLE slips (
    table_id bigint  NOT NULL,
    seq      bigint  NOT NULL,
    n        integer NOT NULL CHECK (n > 0),
    slip     text    NOT NULL UNIQUE CHECK (slip ~ '^[A-Za-z0-9][A-Za-z0-9./-]{0,39}$'),
    PRIMARY KEY (table_id, seq, n)
);
COMMENT ON TABLE slips IS 'Numbers of the slips that go with fills and credits. A number is used once in the house.';

CREATE TABLE counts (
    table_id     bigint  NOT NULL,
    seq          bigint  NOT NULL,
    n            integer NOT NULL CHECK (n > 0),
    what         text    NOT NULL CHECK (what IN ('chips', 'drop')),
    denomination numeric(18,4) NOT NULL CHECK (denomination > 0),
    pieces       bigint  NOT NULL CHECK (pieces > 0),
    PRIMARY KEY (table_id, seq, n)
);
COMMENT ON TABLE counts IS 'What was counted, denomination by denomination, for an entry that moves chips between rounds.';
COMMENT ON COLUMN counts.denomination IS 'Worth of one piece, in the entry''s currency.';

CREATE TABLE significant_events (
    table_id bigint  NOT NULL,
    seq      bigint  NOT NULL,
    n        integer NOT NULL CHECK (n > 0),
    kind     text    NOT NULL CHECK (kind IN (
        'start', 'stop', 'clock-jump',
        'sign-in', 'sign-in-failed', 'sign-out', 'account-locked', 'account-freed',
        'person', 'roles', 'secret', 'key', 'key-end',
        'table', 'table-open', 'table-close', 'dealer', 'fill', 'credit', 'drop', 'count-variance',
        'draft', 'priced', 'submitted', 'override', 'approved', 'rejected', 'scheduled', 'withdrawn', 'returned', 'policy', 'import',
        'void', 'correction', 'large-win')),
    subject  text    NOT NULL CHECK (subject <> ''),
    origin   text    NOT NULL CHECK (origin <> ''),
    actor    text    NOT NULL,
    approver text,
    reason   text    CHECK (reason <> ''),
    before   jsonb,
    after    jsonb,
    at       timestamptz NOT NULL,
    PRIMARY KEY (table_id, seq, n),
    CONSTRAINT significant_authorised CHECK (approver <> actor AND (approver IS NOT NULL OR kind NOT IN
        ('table-open', 'table-close', 'fill', 'credit', 'drop', 'approved', 'correction'))),
    CONSTRAINT significant_reasoned CHECK (reason IS NOT NULL OR kind NOT IN
        ('roles', 'sign-in-failed', 'account-locked', 'account-freed', 'key-end', 'count-variance', 'override', 'rejected', 'withdrawn', 'returned', 'void', 'correction', 'clock-jump')),
    CONSTRAINT significant_before CHECK (before IS NOT NULL OR kind NOT IN
        ('roles', 'clock-jump', 'account-freed', 'returned', 'correction', 'count-variance')),
    CONSTRAINT significant_after CHECK (after IS NOT NULL OR kind IN
        ('stop', 'sign-out', 'sign-in', 'sign-in-failed', 'rejected', 'withdrawn', 'void'))
);
CREATE INDEX significant_events_at ON significant_events (at DESC, table_id DESC, seq DESC, n DESC);
CREATE INDEX significant_events_subject ON significant_events (subject, seq DESC) WHERE table_id = 0;
COMMENT ON TABLE significant_events IS 'What a regulator asks for (GLI-19 2.8.8, GLI-13): when, where, who, who authorised it, why, before and after. Table 0 is the house.';
COMMENT ON COLUMN significant_events.subject IS 'What it is about: "person ann", "table 7", "proposal 12", "round 7-712".';
COMMENT ON COLUMN significant_events.origin IS 'Where it came from: the address of a terminal, or "server".';

CREATE TABLE sessions (
    hash    bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    person  text  NOT NULL,
    kind    text  NOT NULL CHECK (kind IN ('terminal', 'office')),
    secrets integer NOT NULL,
    opened  timestamptz NOT NULL,
    seen    timestamptz NOT NULL,
    expires timestamptz NOT NULL,
    origin  text  NOT NULL
);
CREATE INDEX sessions_person ON sessions (person);
COMMENT ON TABLE sessions IS 'Who is signed in. Signing out deletes the row; nothing brings it back.';
COMMENT ON COLUMN sessions.hash IS 'SHA-256 of what the browser keeps in its cookie.';
COMMENT ON COLUMN sessions.secrets IS 'How many secrets the person had been given: a new one ends the session.';
COMMENT ON COLUMN sessions.seen IS 'Last use; a terminal locks when it lies too far back.';

-- Two persons, whatever the program does. The names of a page are the
-- program's word; that they are two, that the second may, and that nothing is
-- put on the felt that was not approved, is held here too.

-- +goose StatementBegin
CREATE FUNCTION refuse_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM proposal_steps s WHERE s.proposal = NEW.id AND s.step <> 'priced') THEN
        RAISE EXCEPTION 'proposal % was submitted and does not change any more', NEW.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'proposal_immutable';
    END IF;
    IF NEW.revision <> 1 + coalesce((SELECT max(p.revision) FROM proposals p WHERE p.id = NEW.id), 0) THEN
        RAISE EXCEPTION 'proposal %: revision % does not follow', NEW.id, NEW.revision
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'proposal_immutable';
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION refuse_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    done text[];
    priced bytea;
    fault text;
BEGIN
    SELECT coalesce(array_agg(s.step), '{}') INTO done FROM proposal_steps s WHERE s.proposal = NEW.proposal AND s.step <> 'priced';
    SELECT s.digest INTO priced FROM proposal_steps s
        WHERE s.proposal = NEW.proposal AND s.revision = NEW.revision AND s.step = 'priced' ORDER BY s.seq DESC, s.n DESC LIMIT 1;
    IF NEW.revision <> (SELECT max(p.revision) FROM proposals p WHERE p.id = NEW.proposal) THEN
        fault := 'is not about its last revision';
    ELSIF NEW.step = 'priced' AND done <> '{}' THEN
        fault := 'comes after its submission';
    ELSIF NEW.step = 'submitted' AND (done <> '{}' OR priced IS DISTINCT FROM NEW.digest) THEN
        fault := 'is not of what was priced';
    ELSIF NEW.step IN ('approved', 'rejected') AND (NOT 'submitted' = ANY (done) OR done && '{approved,rejected,withdrawn}') THEN
        fault := 'is not asked for';
    ELSIF NEW.step = 'scheduled' AND (NOT 'approved' = ANY (done) OR 'withdrawn' = ANY (done)) THEN
        fault := 'comes before its approval';
    ELSIF NEW.step = 'withdrawn' AND done && '{rejected,scheduled}' THEN
        fault := 'comes too late';
    ELSIF NEW.step IN ('approved', 'rejected', 'scheduled') AND NEW.digest IS DISTINCT FROM
        (SELECT s.digest FROM proposal_steps s WHERE s.proposal = NEW.proposal AND s.step = 'submitted') THEN
        fault := 'is not of what was submitted';
    END IF;
    IF fault IS NOT NULL THEN
        RAISE EXCEPTION 'proposal %: step % %', NEW.proposal, NEW.step, fault
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'proposal_order';
    END IF;
    IF NEW.step = 'approved' AND (EXISTS (SELECT FROM proposals p WHERE p.id = NEW.proposal AND p.actor = NEW.actor)
        OR EXISTS (SELECT FROM proposal_steps s WHERE s.proposal = NEW.proposal AND s.step = 'submitted' AND s.actor = NEW.actor)) THEN
        RAISE EXCEPTION 'proposal %: % may not approve what is the own', NEW.proposal, NEW.actor
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'proposal_two_persons';
    END IF;
    IF NEW.step = 'approved' AND EXISTS (SELECT FROM (
        (SELECT p.actor FROM persons p WHERE p.name = NEW.actor ORDER BY p.version DESC LIMIT 1)
        UNION ALL (SELECT DISTINCT ON (s.kind) s.actor FROM secrets s WHERE s.person = NEW.actor ORDER BY s.kind, s.version DESC)) AS made
        WHERE made.actor IN (SELECT p.actor FROM proposals p WHERE p.id = NEW.proposal
            UNION SELECT s.actor FROM proposal_steps s WHERE s.proposal = NEW.proposal AND s.step = 'submitted')) THEN
        RAISE EXCEPTION 'proposal %: the account of % was set by whose proposal it is', NEW.proposal, NEW.actor
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'proposal_two_persons';
    END IF;
    IF NEW.step IN ('submitted', 'approved') AND NOT EXISTS (SELECT FROM (
        SELECT p.roles, p.active FROM persons p WHERE p.name = NEW.actor ORDER BY p.version DESC LIMIT 1) AS latest
        WHERE latest.active AND 'manager' = ANY (string_to_array(latest.roles, ','))) THEN
        RAISE EXCEPTION 'proposal %: % is no manager', NEW.proposal, NEW.actor
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'proposal_two_persons';
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION refuse_activation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.proposal IS NULL AND EXISTS (SELECT FROM activations a
        WHERE a.table_no = NEW.table_no AND a.version = NEW.version AND a.begins <= NEW.at AND a.band IS NOT DISTINCT FROM NEW.band) THEN
        RETURN NEW; -- a return
    END IF;
    IF NEW.proposal IS NOT NULL AND EXISTS (SELECT FROM proposal_steps s
        JOIN settings v ON v.seq = s.seq AND v.table_id = NEW.table_no AND v.version = NEW.version
        WHERE s.proposal = NEW.proposal AND s.step = 'approved'
            AND s.content->'versions' @> jsonb_build_array(jsonb_build_object('table', NEW.table_no, 'version', NEW.version)))
        AND NEW.band IS NOT DISTINCT FROM (SELECT p.content->'band' FROM proposals p WHERE p.id = NEW.proposal ORDER BY p.revision DESC LIMIT 1)
        AND EXISTS (SELECT FROM proposal_steps s WHERE s.proposal = NEW.proposal AND s.step = 'scheduled') THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'table % version %: nobody approved it', NEW.table_no, NEW.version
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'activation_approved';
END
$$;

CREATE FUNCTION refuse_policy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM proposal_steps s
        WHERE s.proposal = NEW.proposal AND s.step = 'approved' AND s.actor = NEW.approver AND s.seq = NEW.seq) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'policy %: nobody approved it', NEW.version
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'activation_approved';
END
$$;
-- +goose StatementEnd

CREATE TRIGGER immutable BEFORE INSERT ON proposals FOR EACH ROW EXECUTE FUNCTION refuse_proposal();
CREATE TRIGGER in_order BEFORE INSERT ON proposal_steps FOR EACH ROW EXECUTE FUNCTION refuse_step();
CREATE TRIGGER approved BEFORE INSERT ON activations FOR EACH ROW EXECUTE FUNCTION refuse_activation();
CREATE TRIGGER approved BEFORE INSERT ON policies FOR EACH ROW EXECUTE FUNCTION refuse_policy();
ALTER TABLE proposals ENABLE ALWAYS TRIGGER immutable;
ALTER TABLE proposal_steps ENABLE ALWAYS TRIGGER in_order;
ALTER TABLE activations ENABLE ALWAYS TRIGGER approved;
ALTER TABLE policies ENABLE ALWAYS TRIGGER approved;

SELECT guard(relation::regclass)
    FROM unnest(ARRAY['persons', 'secrets', 'api_keys', 'api_key_ends', 'proposals', 'proposal_steps', 'activations', 'policies',
        'stints', 'slips', 'counts', 'significant_events']) AS relation;

REVOKE ALL ON FUNCTION refuse_proposal, refuse_step, refuse_activation, refuse_policy FROM PUBLIC;
GRANT SELECT, INSERT ON persons, secrets, api_keys, api_key_ends, proposals, proposal_steps, activations, policies,
    stints, slips, counts, significant_events TO croupier_writer;
GRANT SELECT, INSERT, DELETE ON sessions TO croupier_writer;
GRANT UPDATE (seen) ON sessions TO croupier_writer;
