-- A book as the program wrote it when migration 00001 was the newest: two tables,
-- a round that was settled and one still open at the first. Settings name nobody
-- who approved them. Made by pg_dump --column-inserts --rows-per-insert=1000.

SELECT ensure_month('2026-11-30'), ensure_month('2026-12-31');

INSERT INTO days (table_id, round, seq, gaming_day) VALUES
	(1, 1, 1, '2026-11-30');

INSERT INTO entries (gaming_day, table_id, seq, round, kind, currency, actor, approver, reason, at) VALUES
	('2026-11-30', 1, 2, 1, 'settle', 'KRW', 'token', NULL, NULL, '2026-11-30 19:30:01.123456+00');

INSERT INTO events (gaming_day, table_id, round, n, seq, step, kind, place, "do", wager, amount, cards, note, late, actor, approver, at) VALUES
	('2026-11-30', 1, 1, 1, 2, 'bets', 'bet', 1, 'bet', 'ante', 10.0000, NULL, NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 2, 2, 'bets', 'bet', 1, 'bet', 'trips', 5.0000, NULL, NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 3, 2, 'bets', 'bet', 3, 'bet', 'ante', 20.0000, NULL, NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 4, 2, 'bets', 'close', 0, NULL, NULL, NULL, NULL, NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 5, 2, 'hole cards', 'deal', 1, NULL, NULL, NULL, '?? ??', NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 6, 2, 'hole cards', 'deal', 3, NULL, NULL, NULL, '?? ??', NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 7, 2, 'hole cards', 'deal', 0, NULL, NULL, NULL, '?? ??', NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 8, 2, 'pre-flop', 'act', 1, 'bet', 'play', 40.0000, NULL, NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 9, 2, 'pre-flop', 'act', 3, 'check', NULL, NULL, NULL, NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 10, 2, 'flop', 'deal', -2, NULL, NULL, NULL, '??', NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 11, 2, 'flop', 'deal', -1, NULL, NULL, NULL, 'As Ks 7s', NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 12, 2, 'flop bets', 'act', 3, 'check', NULL, NULL, NULL, NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 13, 2, 'turn and river', 'deal', -1, NULL, NULL, NULL, '2s 9d', NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 14, 2, 'river bets', 'act', 3, 'fold', NULL, NULL, NULL, NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 15, 2, 'showdown', 'show', 1, NULL, NULL, NULL, 'Qs 3d', NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 16, 2, 'showdown', 'show', 0, NULL, NULL, NULL, '9h 9c', NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 17, 2, 'pay', 'pay', 3, NULL, NULL, NULL, NULL, NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 1, 18, 2, 'pay', 'pay', 1, NULL, NULL, NULL, NULL, NULL, false, 'token', NULL, '2026-11-30 19:30:01.123456+00');

INSERT INTO lines (gaming_day, table_id, seq, line, round, seat, wager, stake, outcome, odds, exact, rounded, amount, clause, reason, "row", paytable) VALUES
	('2026-11-30', 1, 2, 1, 1, 3, 'play', 0.0000, 'push', 0.000000, 0.0000000000, 0.0000, 0.0000, 'uth 12', 'as the hands compare', NULL, NULL),
	('2026-11-30', 1, 2, 2, 1, 3, 'ante', 20.0000, 'lose', -1.000000, -20.0000000000, -20.0000, -20.0000, 'uth 12', 'as the hands compare', NULL, NULL),
	('2026-11-30', 1, 2, 3, 1, 3, 'blind', 20.0000, 'lose', -1.000000, -20.0000000000, -20.0000, -20.0000, 'uth 12', 'as the hands compare', NULL, NULL),
	('2026-11-30', 1, 2, 4, 1, 1, 'play', 40.0000, 'push', 0.000000, 0.0000000000, 0.0000, 0.0000, 'uth 12', 'as the hands compare', NULL, NULL),
	('2026-11-30', 1, 2, 5, 1, 1, 'blind', 10.0000, 'win', 1.500000, 15.0000000000, 15.0000, 15.0000, 'uth 12', NULL, 'flush', '\x0100000000000000000000000000000000000000000000000000000000000000'),
	('2026-11-30', 1, 2, 6, 1, 1, 'trips', 5.0000, 'win', 6.000000, 30.0000000000, 30.0000, 30.0000, 'uth 12', NULL, 'flush', '\x0200000000000000000000000000000000000000000000000000000000000000');

INSERT INTO links (gaming_day, table_id, seq, prev, leaf, hash, marks, actor, key, at) VALUES
	('2026-11-30', 0, 1, '\x0000000000000000000000000000000000000000000000000000000000000000', '\xc2353b8c411af6565a17574746babebbde3899b10ad984a218466a977bdbbf6c', '\x00e5aab76777e29a85c2db1003c31a06f4a2acd09167da336e38e82ab16158ec', '\x1a02b414f66b5fa51a4f4d1cd2790f15', 'token', NULL, '2026-11-30 19:30:00.123456+00'),
	('2026-11-30', 0, 2, '\x00e5aab76777e29a85c2db1003c31a06f4a2acd09167da336e38e82ab16158ec', '\x9f82d23cacec2a6e254503e5b45c1030ac8f1b8c8fa6d2215efa3ab2279142e8', '\x65fa3f5a7a2e16a8172ebca0990e46f47f46d7fa3110908cef9f4bda1abd923d', '\x17959e59eec9d41d1889768d92a7aa0b1999de31d6d2a026', 'token', 'table-1', '2026-11-30 19:30:00.123456+00'),
	('2026-11-30', 0, 3, '\x65fa3f5a7a2e16a8172ebca0990e46f47f46d7fa3110908cef9f4bda1abd923d', '\x8150ef5793710bf1ef70fa3aadf314c7aa9ed19e677daf5ee25c4570164878f9', '\xd944486c040d41727d4e5b47391e6613eaffda6d098bc21083c0cebde44740b3', '\x178ecd5dc470ab9b189a98eb2c96151c19f44a380bd5ecaa', 'token', 'table-2', '2026-11-30 19:30:00.123456+00'),
	('2026-11-30', 1, 1, '\x0000000000000000000000000000000000000000000000000000000000000000', '\x157c62e578d43bcba71e87a57882e2a8c02386e61f06a25e79ecfdc6d7171916', '\xa1c8e1f8d119d79317dd65c53cb3e29fdb858a6c692af7f91de9cab6b1ca47f4', '\x110dd509318c5ef81224b69400d2acb2174a72eb1ea14975', 'token', 'open-1-1', '2026-11-30 19:30:00.123456+00'),
	('2026-11-30', 1, 2, '\xa1c8e1f8d119d79317dd65c53cb3e29fdb858a6c692af7f91de9cab6b1ca47f4', '\x5c7e3a0cd8fbecb543b600e17d56aea453d3cdcf25a37f2b99422b9b2385e869', '\x8affd198d62199b3fe3d649fb074c08da234a6485f438baf6fb2bb6f1f1fe3c6', '\x137bda788bdb913513551b6bb75a401713ea651ae16d339613d4c806bbb69ac713ce024d0833e4eb130e43cac729056c13650b548901938e1307e28bd10175da139838204ee358901358991280dc78ed131d82ea043f56c713d89f82cfb1807b135a9867e2d053a2139c9e4f7774053b1398f2993f8bca47138ee0774012f61113abfdc3bca083e61328ce0db1478e5d14c5026a269bca8215808682a9276df8154a97b608ef31e815ab45ac963f627315eb2112c49e2a1a1590777fafc9c7db1581fb013d1cf74b167654f74398521616d409c208d0503516b5163c363a7dac1600d367bcbb66bc16d4767a1b42ec7b167a3d9f7d5d6ac216bd62da80199d4116e934481882de6017952d03dc6c11ec', 'token', 'settle-1-1', '2026-11-30 19:30:01.123456+00'),
	('2026-11-30', 1, 3, '\x8affd198d62199b3fe3d649fb074c08da234a6485f438baf6fb2bb6f1f1fe3c6', '\x226ab8faf2f97c06d7657851d01b2fd67dc2ac9ce16b58816b0973b9198dfc6b', '\xf6a627a8cf9c49dbf39a13bebaf74848de47a07fd36aa93af65246161d0ea96f', '\x1249542ae335832117ca9d8c43905bda', 'token', 'open-1-2', '2026-11-30 19:30:02.123456+00');

INSERT INTO paytables (seq, digest, game, wager, name, content, actor, at) VALUES
	(1, '\x0100000000000000000000000000000000000000000000000000000000000000', 'ultimate-texas-holdem', 'blind', 'blind-a', '{"rows": [{"row": "flush", "pays": "1.5"}]}', 'token', '2026-11-30 19:30:00.123456+00'),
	(1, '\x0200000000000000000000000000000000000000000000000000000000000000', 'ultimate-texas-holdem', 'trips', 'trips-2', '{"rows": [{"row": "flush", "pays": "6"}]}', 'token', '2026-11-30 19:30:00.123456+00');

INSERT INTO postings (gaming_day, table_id, seq, posting, line, account, amount, wager, "row", paytable) VALUES
	('2026-11-30', 1, 2, 1, 2, 'table 1 seat 3', -20.0000, 'ante', NULL, NULL),
	('2026-11-30', 1, 2, 2, 2, 'table 1 bank', 20.0000, 'ante', NULL, NULL),
	('2026-11-30', 1, 2, 3, 3, 'table 1 seat 3', -20.0000, 'blind', NULL, NULL),
	('2026-11-30', 1, 2, 4, 3, 'table 1 bank', 20.0000, 'blind', NULL, NULL),
	('2026-11-30', 1, 2, 5, 5, 'table 1 seat 1', 15.0000, 'blind', 'flush', '\x0100000000000000000000000000000000000000000000000000000000000000'),
	('2026-11-30', 1, 2, 6, 5, 'table 1 bank', -15.0000, 'blind', 'flush', '\x0100000000000000000000000000000000000000000000000000000000000000'),
	('2026-11-30', 1, 2, 7, 6, 'table 1 seat 1', 30.0000, 'trips', 'flush', '\x0200000000000000000000000000000000000000000000000000000000000000'),
	('2026-11-30', 1, 2, 8, 6, 'table 1 bank', -30.0000, 'trips', 'flush', '\x0200000000000000000000000000000000000000000000000000000000000000');

INSERT INTO requests (actor, key, body, table_id, seq, status, answer, at) VALUES
	('token', 'table-1', '\x0100000000000000000000000000000000000000000000000000000000000000', 0, 2, 201, '\x7b226964223a317d', '2026-11-30 19:30:00.123456+00'),
	('token', 'table-2', '\x0200000000000000000000000000000000000000000000000000000000000000', 0, 3, 201, '\x7b226964223a327d', '2026-11-30 19:30:00.123456+00'),
	('token', 'open-1-1', '\x0100000000000000000000000000000000000000000000000000000000000000', 1, 1, 200, '\x7b226964223a22312d31222c22737461747573223a226f70656e227d', '2026-11-30 19:30:00.123456+00'),
	('token', 'settle-1-1', '\x0100000000000000000000000000000000000000000000000000000000000000', 1, 2, 200, '\x7b226964223a22312d31222c22737461747573223a22736574746c65227d', '2026-11-30 19:30:01.123456+00'),
	('token', 'open-1-2', '\x0200000000000000000000000000000000000000000000000000000000000000', 1, 3, 200, '\x7b226964223a22312d32222c22737461747573223a226f70656e227d', '2026-11-30 19:30:02.123456+00');

INSERT INTO rounds (gaming_day, table_id, round, seq, game, settings, settings_digest, currency, dealing, sealed, commitment, actor, at) VALUES
	('2026-11-30', 1, 1, 1, 'ultimate-texas-holdem/1', 1, '\x6568647663b2d611ded1e2dfe9c4db4fe03d36df7335357db83d46f9710508c0', 'KRW', 'hand', NULL, NULL, 'token', '2026-11-30 19:30:00.123456+00'),
	('2026-11-30', 1, 2, 3, 'ultimate-texas-holdem/1', 1, '\x6568647663b2d611ded1e2dfe9c4db4fe03d36df7335357db83d46f9710508c0', 'KRW', 'hand', NULL, NULL, 'token', '2026-11-30 19:30:02.123456+00');

INSERT INTO tables (seq, id, name, actor, at) VALUES
	(2, 1, 'UTH 1', 'token', '2026-11-30 19:30:00.123456+00'),
	(3, 2, 'UTH 2', 'token', '2026-11-30 19:30:00.123456+00');

INSERT INTO settings (seq, table_id, version, digest, content, actor, approver, at) VALUES
	(2, 1, 1, '\x6568647663b2d611ded1e2dfe9c4db4fe03d36df7335357db83d46f9710508c0', '{"chip": "2.50", "game": "ultimate-texas-holdem/1", "seats": 6}', 'token', NULL, '2026-11-30 19:30:00.123456+00'),
	(3, 2, 1, '\x6568647663b2d611ded1e2dfe9c4db4fe03d36df7335357db83d46f9710508c0', '{"chip": "2.50", "game": "ultimate-texas-holdem/1", "seats": 6}', 'token', NULL, '2026-11-30 19:30:00.123456+00');

-- A head only moves forward, page by page.
ALTER TABLE heads DISABLE TRIGGER USER;
DELETE FROM heads;
INSERT INTO heads (table_id, seq, hash, rounds, open_round, gaming_day, settings) VALUES
	(0, 3, '\xd944486c040d41727d4e5b47391e6613eaffda6d098bc21083c0cebde44740b3', 0, NULL, NULL, 0),
	(2, 0, '\x0000000000000000000000000000000000000000000000000000000000000000', 0, NULL, NULL, 1),
	(1, 3, '\xf6a627a8cf9c49dbf39a13bebaf74848de47a07fd36aa93af65246161d0ea96f', 2, 2, '2026-11-30', 1);
ALTER TABLE heads ENABLE ALWAYS TRIGGER starts, ENABLE ALWAYS TRIGGER forward, ENABLE ALWAYS TRIGGER kept;
