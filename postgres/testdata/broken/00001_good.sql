-- +goose Up
CREATE TABLE good (n int);
