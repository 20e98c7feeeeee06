-- +goose Up

-- The language a person is spoken to in. It is a liking, not a control: it is changed
-- in place, and no chain has it.

CREATE TABLE languages (
    person   text PRIMARY KEY,
    language text NOT NULL CHECK (language IN ('ko', 'en', 'ru'))
);
COMMENT ON TABLE languages IS 'The language each person chose; without a row, that of the account, or else of the table.';
GRANT SELECT, INSERT, UPDATE, DELETE ON languages TO croupier_writer;

ALTER TABLE persons ALTER COLUMN locale DROP NOT NULL;
COMMENT ON COLUMN persons.locale IS 'Language the account was set up with; null: none was said.';
