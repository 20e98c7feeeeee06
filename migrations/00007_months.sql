-- +goose Up

-- What a report of a life, a year or a month adds up: so that it does not read more
-- the longer the book is kept.

CREATE TABLE rollup_months (
    grain       text    NOT NULL CHECK (grain IN ('day', 'dealer', 'row')),
    month       date    NOT NULL CHECK (extract(day FROM month) = 1),
    table_id    bigint  NOT NULL,
    settings    integer NOT NULL,
    wager       text    NOT NULL,
    row         text    NOT NULL,
    dealer      text    NOT NULL,
    game        text    NOT NULL,
    currency    text    NOT NULL,
    paytable    bytea   NOT NULL,
    rounds      bigint  NOT NULL,
    voids       bigint  NOT NULL,
    reversals   bigint  NOT NULL,
    corrections bigint  NOT NULL,
    lines       bigint  NOT NULL,
    wins        bigint  NOT NULL,
    losses      bigint  NOT NULL,
    pushes      bigint  NOT NULL,
    handle      numeric NOT NULL,
    paid        numeric NOT NULL,
    taken       numeric NOT NULL,
    squares     numeric NOT NULL,
    top         numeric NOT NULL,
    PRIMARY KEY (grain, month, table_id, settings, wager, row, dealer)
);
COMMENT ON TABLE rollup_months IS 'Derived: sums of the gaming days of a month of a table, of the grains of rollups that have no hour.';
COMMENT ON COLUMN rollup_months.month IS 'Its first gaming day.';

INSERT INTO rollup_months
SELECT grain, date_trunc('month', gaming_day)::date, table_id, settings, wager, row, dealer, game, currency, paytable,
    sum(rounds), sum(voids), sum(reversals), sum(corrections), sum(lines), sum(wins), sum(losses), sum(pushes),
    sum(handle), sum(paid), sum(taken), sum(squares), max(top)
FROM rollups WHERE grain IN ('day', 'dealer', 'row')
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
GRANT SELECT, INSERT, UPDATE, DELETE ON rollup_months TO croupier_writer;

-- Where the days that were rolled up begin and end.
CREATE INDEX rollup_cursors_days ON rollup_cursors (gaming_day);
