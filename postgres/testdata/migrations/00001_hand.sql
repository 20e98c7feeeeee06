-- +goose Up
CREATE TABLE hand (n int PRIMARY KEY, stake numeric(18,4) NOT NULL);
GRANT SELECT, INSERT ON hand TO croupier_writer;
