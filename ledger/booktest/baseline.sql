-- The rows of a hand, written by one function call a commit: what the book's own
-- way of writing is measured against. The caller brings the leaf and the marks.

CREATE FUNCTION baseline_link(t bigint, d date, leaf bytea, marks bytea, actor text, key text, at timestamptz,
    body bytea, status int, answer bytea, opened bigint, ended bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    h heads;
    n bytea;
BEGIN
    SELECT * INTO h FROM heads WHERE table_id = t FOR UPDATE;
    n := sha256('\x01'::bytea || h.hash || int8send(t) || int8send(h.seq + 1) || leaf);
    INSERT INTO links VALUES (d, t, h.seq + 1, h.hash, leaf, n, marks, actor, key, at);
    INSERT INTO requests VALUES (actor, key, body, t, h.seq + 1, status, answer, at);
    UPDATE heads SET seq = h.seq + 1, hash = n, rounds = coalesce(opened, h.rounds), open_round = opened, gaming_day = d WHERE table_id = t;
    RETURN h.seq + 1;
END
$$;

CREATE FUNCTION baseline_open(t bigint, d date, number bigint, leaf bytea, marks bytea, actor text, key text, at timestamptz,
    body bytea, status int, answer bytea, game text, settings int, pinned bytea, currency text, dealing text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    s bigint := baseline_link(t, d, leaf, marks, actor, key, at, body, status, answer, number, NULL);
BEGIN
    IF number = 1 THEN
        INSERT INTO days VALUES (t, number, s, d);
    END IF;
    INSERT INTO rounds VALUES (d, t, number, s, game, settings, pinned, currency, dealing, NULL, NULL, actor, at);
END
$$;

CREATE FUNCTION baseline_end(t bigint, d date, number bigint, leaf bytea, marks bytea, actor text, key text, at timestamptz,
    body bytea, status int, answer bytea, currency text,
    en int[], estep text[], ekind text[], eplace smallint[], edo text[], ewager text[], eamount numeric[], ecards text[],
    lline int[], lseat smallint[], lwager text[], lstake numeric[], loutcome text[], lodds numeric[], lexact numeric[],
    lrounded numeric[], lamount numeric[], lclause text[], lreason text[], lrow text[], lpaytable bytea[],
    pposting int[], pline int[], paccount text[], pamount numeric[], pwager text[], prow text[], ppaytable bytea[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    s bigint := baseline_link(t, d, leaf, marks, actor, key, at, body, status, answer, NULL, number);
BEGIN
    INSERT INTO events SELECT d, t, number, n, s, step, kind, place, act, wager, amount, cards, NULL, false, actor, NULL, at
        FROM unnest(en, estep, ekind, eplace, edo, ewager, eamount, ecards) AS e (n, step, kind, place, act, wager, amount, cards);
    INSERT INTO entries VALUES (d, t, s, number, 'settle', currency, actor, NULL, NULL, at);
    INSERT INTO lines (gaming_day, table_id, seq, line, round, seat, wager, stake, outcome, odds, exact, rounded, amount, clause, reason, row, paytable)
        SELECT d, t, s, l.line, number, l.seat, l.wager, l.stake, l.outcome, l.odds, l.exact, l.rounded, l.amount, l.clause, l.reason, l.priced, l.paytable
        FROM unnest(lline, lseat, lwager, lstake, loutcome, lodds, lexact, lrounded, lamount, lclause, lreason, lrow, lpaytable)
            AS l (line, seat, wager, stake, outcome, odds, exact, rounded, amount, clause, reason, priced, paytable);
    INSERT INTO postings SELECT d, t, s, p.posting, p.line, p.account, p.amount, p.wager, p.priced, p.paytable
        FROM unnest(pposting, pline, paccount, pamount, pwager, prow, ppaytable) AS p (posting, line, account, amount, wager, priced, paytable);
END
$$;
