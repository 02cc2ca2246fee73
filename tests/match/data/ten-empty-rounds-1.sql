-- A journal of version 1, as 0.1.0 wrote it: ten rounds without a card in Grenade Salad, still running. Never change it.
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
INSERT INTO "line" VALUES(1,0,1315513074,'{"record": 1, "game": "grenade-salad", "seats": ["Ann", "Bo"], "options": {}, "seed": 11, "meta": {"controllers": ["bot normal", "bot normal"]}}');
INSERT INTO "line" VALUES(1,1,3260910674,'{"seat": 0, "do": "drop", "height": 100.0}');
INSERT INTO "line" VALUES(1,2,1812731937,'{"chance": "rest", "outcome": [{"id": 0, "x": 292.127, "y": 181.482, "angle": 1.9238}, {"id": 1, "x": 286.442, "y": 196.417, "angle": 0.353}, {"id": 2, "x": 308.954, "y": 217.784, "angle": -1.5959}, {"id": 3, "x": 332.563, "y": 153.025, "angle": -2.3287}, {"id": 4, "x": 303.142, "y": 170.572, "angle": 0.3877}, {"id": 5, "x": 297.751, "y": 199.923, "angle": 0.3182}, {"id": 6, "x": 323.895, "y": 176.163, "angle": -0.6717}, {"id": 7, "x": 270.536, "y": 201.15, "angle": -1.3799}, {"id": 8, "x": 291.871, "y": 189.903, "angle": -1.2178}, {"id": 9, "x": 317.257, "y": 189.307, "angle": 2.6674}]}');
INSERT INTO "line" VALUES(1,3,4212250006,'{"seat": 0, "do": "keep"}');
INSERT INTO "line" VALUES(1,4,3284672857,'{"chance": "deal", "outcome": {"hands": [["explosion", "explosion", "hammers", "circles", "pointer"], ["hammers", "explosion", "hammers", "footpath", "arrow"]], "deck": ["hammers", "circles", "explosion", "explosion", "pointer", "pointer", "arrow", "footpath", "arrow", "arrow", "footpath", "pointer", "arrow", "footpath", "circles", "footpath", "hammers", "pointer", "arrow", "pointer", "pointer", "circles", "hammers", "arrow", "circles", "circles", "explosion", "hammers", "footpath", "footpath", "footpath", "pointer", "explosion", "explosion", "pointer", "explosion", "circles", "arrow", "circles", "arrow", "hammers", "hammers", "footpath", "circles"], "turn": 0}}');
INSERT INTO "line" VALUES(1,5,451463467,'{"seat": 0, "do": "move", "soldier": 1, "to": [336.392, 196.417], "angle": 0.353}');
INSERT INTO "line" VALUES(1,6,44704052,'{"seat": 1, "do": "pass"}');
INSERT INTO "line" VALUES(1,7,738293983,'{"seat": 0, "do": "explosion", "soldier": 3, "at": [293.09843246871617, 183.64444495853476]}');
INSERT INTO "line" VALUES(1,8,770692751,'{"seat": 0, "do": "circles", "height": 200.0}');
INSERT INTO "line" VALUES(1,9,2372490499,'{"chance": "rest", "outcome": [{"id": 1, "x": 336.392, "y": 196.417, "angle": 0.353}, {"id": 2, "x": 309.184, "y": 217.964, "angle": -1.5948}, {"id": 3, "x": 332.563, "y": 153.025, "angle": -2.3287}, {"id": 10, "x": 416.759, "y": 92.36, "angle": -0.3072}, {"id": 11, "x": 303.427, "y": 209.248, "angle": 2.1386}, {"id": 12, "x": 346.269, "y": 59.953, "angle": 0.6499}]}');
INSERT INTO "line" VALUES(1,10,3441525476,'{"seat": 1, "do": "footpath", "soldier": 11}');
INSERT INTO "line" VALUES(1,11,2250252265,'{"seat": 1, "do": "pass"}');
INSERT INTO "line" VALUES(1,12,3797537389,'{"seat": 0, "do": "end"}');
INSERT INTO "line" VALUES(1,13,3729298582,'{"seat": 1, "do": "end"}');
INSERT INTO "line" VALUES(1,14,4163349837,'{"seat": 0, "do": "circles", "height": 200.0}');
INSERT INTO "line" VALUES(1,15,508708690,'{"chance": "rest", "outcome": [{"id": 1, "x": 336.392, "y": 196.417, "angle": 0.353}, {"id": 3, "x": 358.212, "y": 124.344, "angle": -2.3367}, {"id": 10, "x": 416.759, "y": 92.36, "angle": -0.3072}, {"id": 12, "x": 346.269, "y": 59.953, "angle": 0.6499}, {"id": 13, "x": 209.142, "y": 149.122, "angle": 2.8851}, {"id": 14, "x": 338.3, "y": 138.878, "angle": 1.2101}, {"id": 15, "x": 272.006, "y": 98.892, "angle": -1.3584}]}');
INSERT INTO "line" VALUES(1,16,1312485433,'{"seat": 1, "do": "pass"}');
INSERT INTO "line" VALUES(1,17,3781257819,'{"seat": 0, "do": "pointer", "to": [40.88932355872265, 387.7478372249712], "angle": 0.0}');
INSERT INTO "line" VALUES(1,18,241294111,'{"seat": 1, "do": "pass"}');
INSERT INTO "line" VALUES(1,19,2090424244,'{"seat": 0, "do": "end"}');
INSERT INTO "line" VALUES(1,20,653141309,'{"seat": 1, "do": "end"}');
INSERT INTO "line" VALUES(1,21,2884739845,'{"seat": 0, "do": "pointer", "to": [577.7990125682562, 286.84241872619316], "angle": 0.0}');
INSERT INTO "line" VALUES(1,22,3313350324,'{"seat": 1, "do": "pass"}');
INSERT INTO "line" VALUES(1,23,3337350854,'{"seat": 0, "do": "explosion", "soldier": 1, "at": [386.342, 196.417]}');
INSERT INTO "line" VALUES(1,24,2556020791,'{"seat": 0, "do": "end"}');
INSERT INTO "line" VALUES(1,25,2305787362,'{"seat": 1, "do": "end"}');
INSERT INTO "line" VALUES(1,26,1340372543,'{"seat": 0, "do": "pointer", "to": [367.7939069967316, 387.65502849506095], "angle": 0.0}');
INSERT INTO "line" VALUES(1,27,2797883318,'{"seat": 1, "do": "pass"}');
INSERT INTO "line" VALUES(1,28,442396377,'{"seat": 0, "do": "explosion", "soldier": 1, "at": [386.342, 196.417]}');
INSERT INTO "line" VALUES(1,29,2416062301,'{"seat": 0, "do": "end"}');
INSERT INTO "line" VALUES(1,30,3860931914,'{"seat": 1, "do": "end"}');
INSERT INTO "line" VALUES(1,31,2475779751,'{"seat": 0, "do": "end"}');
INSERT INTO "line" VALUES(1,32,1035194252,'{"seat": 1, "do": "end"}');
INSERT INTO "line" VALUES(1,33,2991392522,'{"seat": 0, "do": "end"}');
INSERT INTO "line" VALUES(1,34,3909797673,'{"seat": 1, "do": "end"}');
INSERT INTO "line" VALUES(1,35,3055135180,'{"seat": 0, "do": "end"}');
INSERT INTO "line" VALUES(1,36,4222708543,'{"seat": 1, "do": "end"}');
INSERT INTO "line" VALUES(1,37,826628464,'{"seat": 0, "do": "end"}');
INSERT INTO "line" VALUES(1,38,1551424266,'{"seat": 1, "do": "end"}');
INSERT INTO "line" VALUES(1,39,3079439632,'{"seat": 0, "do": "end"}');
INSERT INTO "line" VALUES(1,40,1694312641,'{"seat": 1, "do": "end"}');
INSERT INTO "line" VALUES(1,41,3496742829,'{"seat": 0, "do": "end"}');
INSERT INTO "line" VALUES(1,42,1939744575,'{"seat": 1, "do": "end"}');
INSERT INTO "line" VALUES(1,43,1999551651,'{"seat": 0, "do": "end"}');
INSERT INTO "line" VALUES(1,44,1204427836,'{"seat": 1, "do": "end"}');
INSERT INTO "line" VALUES(1,45,2872454221,'{"seat": 0, "do": "end"}');
INSERT INTO "line" VALUES(1,46,279352425,'{"seat": 1, "do": "end"}');
INSERT INTO "line" VALUES(1,47,1616838330,'{"seat": 0, "do": "end"}');
INSERT INTO "line" VALUES(1,48,1257283504,'{"seat": 1, "do": "end"}');
INSERT INTO "line" VALUES(1,49,1046464970,'{"seat": 0, "do": "end"}');
CREATE TABLE match (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        begun TEXT NOT NULL,
        opened TEXT NOT NULL,
        imported INTEGER NOT NULL,
        series TEXT,
        length INTEGER
    );
INSERT INTO "match" VALUES(1,'grenade-salad','2026-11-21T22:42:52.517+00:00','2026-11-21T22:42:52.517+00:00',0,NULL,NULL);
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
INSERT INTO "seat" VALUES(1,0,'Ann',0,NULL,NULL,NULL);
INSERT INTO "seat" VALUES(1,1,'Bo',0,NULL,NULL,NULL);
CREATE INDEX seat_name ON seat (name);
CREATE INDEX match_running ON match (opened) WHERE length IS NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('match',1);
COMMIT;
