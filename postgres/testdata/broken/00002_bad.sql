-- +goose Up
CREATE TABLE half (n int);
SELECT 1 / 0;
