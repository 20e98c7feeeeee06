-- +goose Up
CREATE TABLE note (hand int NOT NULL, body text NOT NULL);
GRANT SELECT, INSERT ON note TO croupier_writer;
