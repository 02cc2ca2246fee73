-- A journal of version 1, as the first release wrote it: a finished match and a running one. Never change it.
PRAGMA application_id = 1196621825;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE line (
        match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
        number INTEGER NOT NULL,
        chain INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) WITHOUT ROWID;
INSERT INTO "line" VALUES(1,0,1657684863,'{"record": 1, "game": "wheel", "seats": ["Ann", "Bo", "Cy"], "options": {}, "seed": 1, "meta": {"series": "Friday", "controllers": ["person", "person", "bot normal"]}}');
INSERT INTO "line" VALUES(1,1,972478540,'{"chance": "deal", "outcome": {"ring": ["AS", "4S", "2S", "7S", "3S", "5S", "6S", "joker"], "hearts": [["4H"], ["7H"], ["6H"]], "turn": 1}}');
INSERT INTO "line" VALUES(1,2,3081282957,'{"chance": "roll", "outcome": 2}');
INSERT INTO "line" VALUES(1,3,752735466,'{"seat": 1, "do": "advance", "die": 0}');
INSERT INTO "line" VALUES(1,4,1418443080,'{"chance": "roll", "outcome": 3}');
INSERT INTO "line" VALUES(1,5,105998325,'{"seat": 2, "do": "advance", "die": 0}');
INSERT INTO "line" VALUES(1,6,3448490417,'{"chance": "roll", "outcome": 6}');
INSERT INTO "line" VALUES(1,7,1143850376,'{"seat": 0, "do": "advance", "die": 0}');
INSERT INTO "line" VALUES(1,8,143456844,'{"chance": "roll", "outcome": 6}');
INSERT INTO "line" VALUES(1,9,1141192943,'{"seat": 1, "do": "advance", "die": 0}');
INSERT INTO "line" VALUES(1,10,2932563714,'{"chance": "roll", "outcome": 4}');
INSERT INTO "line" VALUES(1,11,3879494011,'{"seat": 2, "do": "advance", "die": 2}');
INSERT INTO "line" VALUES(1,12,3333554369,'{"chance": "roll", "outcome": 1}');
INSERT INTO "line" VALUES(1,13,1019678263,'{"seat": 0, "do": "advance", "die": 2}');
INSERT INTO "line" VALUES(1,14,3645676596,'{"chance": "roll", "outcome": 4}');
INSERT INTO "line" VALUES(1,15,1429108437,'{"seat": 1, "do": "advance", "die": 1}');
INSERT INTO "line" VALUES(1,16,1950797544,'{"chance": "roll", "outcome": 4}');
INSERT INTO "line" VALUES(1,17,4263095874,'{"seat": 2, "do": "advance", "die": 2}');
INSERT INTO "line" VALUES(1,18,3195229270,'{"chance": "roll", "outcome": 5}');
INSERT INTO "line" VALUES(1,19,1384765016,'{"seat": 0, "do": "advance", "die": 2}');
INSERT INTO "line" VALUES(1,20,1096591616,'{"chance": "roll", "outcome": 6}');
INSERT INTO "line" VALUES(1,21,895521670,'{"seat": 1, "do": "advance", "die": 1}');
INSERT INTO "line" VALUES(1,22,2840013514,'{"chance": "roll", "outcome": 2}');
INSERT INTO "line" VALUES(1,23,1138944387,'{"seat": 2, "do": "advance", "die": 0}');
INSERT INTO "line" VALUES(1,24,1538743889,'{"chance": "roll", "outcome": 2}');
INSERT INTO "line" VALUES(1,25,847374716,'{"seat": 0, "do": "advance", "die": 0}');
INSERT INTO "line" VALUES(1,26,1803061612,'{"chance": "roll", "outcome": 1}');
INSERT INTO "line" VALUES(1,27,2596915916,'{"seat": 2, "do": "advance", "die": 0}');
INSERT INTO "line" VALUES(2,0,173034887,'{"record": 1, "game": "live-grenade", "seats": ["Ann", "Bo", "Cy"], "options": {}, "seed": 4, "meta": {"controllers": ["bot random", "bot random", "bot random"]}}');
INSERT INTO "line" VALUES(2,1,3473216539,'{"chance": "deal", "outcome": {"hands": [["3H", "4D", "8C"], ["2C", "4C", "7D"], ["2S", "9H", "10C"]], "deck": ["KD", "JD", "9D", "4H", "8S", "KS", "5S", "3D", "JC", "AC", "6S", "JH", "QC", "7C", "9S", "3C", "10S", "10D", "JS", "5D", "10H", "7H", "6C", "6H", "5C", "8H", "AD", "9C", "KH", "QH", "QS", "QD", "7S", "6D", "8D", "5H", "KC", "4S"], "turn": 2, "direction": 1}}');
INSERT INTO "line" VALUES(2,2,2854838958,'{"seat": 2, "do": "steal", "cards": ["10C"], "target": 1}');
INSERT INTO "line" VALUES(2,3,2634718636,'{"seat": 0, "do": "pass"}');
INSERT INTO "line" VALUES(2,4,2591587414,'{"seat": 1, "do": "pass"}');
INSERT INTO "line" VALUES(2,5,2297361736,'{"chance": "stolen", "outcome": "4C"}');
INSERT INTO "line" VALUES(2,6,1218772853,'{"seat": 2, "do": "draw"}');
INSERT INTO "line" VALUES(2,7,863035808,'{"seat": 0, "do": "draw"}');
INSERT INTO "line" VALUES(2,8,4094184121,'{"seat": 1, "do": "draw"}');
INSERT INTO "line" VALUES(2,9,3551905936,'{"seat": 2, "do": "draw"}');
INSERT INTO "line" VALUES(2,10,2280293797,'{"seat": 0, "do": "draw"}');
INSERT INTO "line" VALUES(2,11,3470730354,'{"seat": 1, "do": "draw"}');
INSERT INTO "line" VALUES(2,12,1736706997,'{"seat": 2, "do": "pair", "cards": ["4C", "4H"], "target": 1}');
INSERT INTO "line" VALUES(2,13,2992064289,'{"seat": 0, "do": "pass"}');
INSERT INTO "line" VALUES(2,14,3767574816,'{"seat": 1, "do": "cancel", "cards": ["KS"]}');
INSERT INTO "line" VALUES(2,15,984330141,'{"seat": 2, "do": "cancel", "cards": ["KD"]}');
INSERT INTO "line" VALUES(2,16,294477907,'{"seat": 0, "do": "pass"}');
INSERT INTO "line" VALUES(2,17,2177484782,'{"seat": 1, "do": "pass"}');
INSERT INTO "line" VALUES(2,18,1934170855,'{"chance": "stolen", "outcome": "7D"}');
INSERT INTO "line" VALUES(2,19,2590343925,'{"seat": 2, "do": "draw"}');
INSERT INTO "line" VALUES(2,20,2929361963,'{"seat": 0, "do": "pair", "cards": ["8C", "8S"], "target": 1}');
INSERT INTO "line" VALUES(2,21,3350681095,'{"seat": 1, "do": "pass"}');
INSERT INTO "line" VALUES(2,22,823869109,'{"seat": 2, "do": "pass"}');
INSERT INTO "line" VALUES(2,23,3667705502,'{"chance": "stolen", "outcome": "2C"}');
INSERT INTO "line" VALUES(2,24,1385596848,'{"seat": 0, "do": "skip", "cards": ["JD"]}');
INSERT INTO "line" VALUES(2,25,851321129,'{"seat": 1, "do": "pass"}');
INSERT INTO "line" VALUES(2,26,605300549,'{"seat": 2, "do": "pass"}');
INSERT INTO "line" VALUES(2,27,471001455,'{"seat": 1, "do": "draw"}');
INSERT INTO "line" VALUES(2,28,1160596322,'{"seat": 2, "do": "draw"}');
INSERT INTO "line" VALUES(2,29,1654757958,'{"seat": 0, "do": "draw"}');
INSERT INTO "line" VALUES(2,30,457792610,'{"chance": "reshuffle", "outcome": ["9S", "9C", "7S", "10H", "6S", "5D", "QH", "8H", "6D", "KH", "4S", "10S", "JH", "7H", "QS", "AC", "QD", "AD", "10D", "5H", "QC", "8D", "5C", "6H", "KC", "7C", "6C", "JS", "3C"]}');
CREATE TABLE match (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        begun TEXT NOT NULL,
        opened TEXT NOT NULL,
        imported INTEGER NOT NULL,
        series TEXT,
        length INTEGER
    );
INSERT INTO "match" VALUES(1,'wheel','2026-11-21T13:30:19.085+00:00','2026-11-21T13:30:19.200+00:00',0,'Friday',27);
INSERT INTO "match" VALUES(2,'live-grenade','2026-11-21T13:30:19.244+00:00','2026-11-21T13:30:19.244+00:00',0,NULL,NULL);
CREATE TABLE seat (
        match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        person INTEGER NOT NULL,
        place INTEGER,
        points INTEGER,
        facts TEXT,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID;
INSERT INTO "seat" VALUES(1,0,'Ann',1,1,NULL,'{}');
INSERT INTO "seat" VALUES(1,1,'Bo',1,3,NULL,'{}');
INSERT INTO "seat" VALUES(1,2,'Cy',0,2,NULL,'{"longest_chain": 1}');
INSERT INTO "seat" VALUES(2,0,'Ann',0,NULL,NULL,NULL);
INSERT INTO "seat" VALUES(2,1,'Bo',0,NULL,NULL,NULL);
INSERT INTO "seat" VALUES(2,2,'Cy',0,NULL,NULL,NULL);
CREATE INDEX seat_name ON seat (name);
CREATE INDEX match_running ON match (opened) WHERE length IS NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('match',2);
COMMIT;
