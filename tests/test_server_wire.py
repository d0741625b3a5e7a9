"""What goes over the wire: scenes compressed, without what is printed, without sentences; and whole for whoever asks for nothing."""

import json
import os
import random
import statistics

from client import Case, IN_PART, act, main

ME, OPEN = {"kind": "me"}, {"kind": "open"}
GAMES = ("royalflip", "flipcity", "fliptown", "insertcoin", "flickemup")
BROWSER = "permessage-deflate; client_max_window_bits"
SIZES = bool(os.environ.get("FLIPSIDE_SIZES"))  # whole games, and what their scenes cost
MOVES = 600 if SIZES else 25 if IN_PART else 60
# the median of a seat's scenes, as sent: what each of these games may cost
USUAL = {"royalflip": 180, "flipcity": 150, "fliptown": 620, "insertcoin": 540, "flickemup": 250}


def merged(printed, view):
    """What is printed, put into a view that lacks it: docs/api.md, "Scenes without what is printed"."""
    if not isinstance(printed, dict) or not isinstance(view, dict):
        return view
    return {**printed, **{key: merged(printed.get(key), value) for key, value in view.items()}}


class Pair:
    """Two connections of one person to one table: one gets whole scenes, the other lean ones."""

    def __init__(self, person, table):
        self.table, self.person = table, person
        self.whole, self.lean = person.connect(), person.connect(deflate=BROWSER)
        self.whole.watch(table)
        self.lean.watch(table, without=["printed", "sentences"])

    def hear_all(self):
        self.whole.hear_all()
        self.lean.hear_all()


class Wire(Case):
    options = ("--test-seed", "wire")  # the same cards every time

    def sit_down(self, game, **wish):
        """Two who play and one who looks on."""
        ada, bo, cy = self.people(3)
        table = ada.make([ME, OPEN], game=game, public=True, **wish)["table"]["id"]
        self.assert_done(bo.connect().ask("sit", table=table, seat=1))
        return table, [Pair(person, table) for person in (ada, bo, cy)]

    def play(self, table, pairs, choice, each=lambda: None):
        for _ in range(MOVES):
            for pair in pairs:
                pair.hear_all()
            able = [pair for pair in pairs if pair.whole.scenes[table]["actions"]]
            if not able:
                break
            pair = choice.choice(able)
            if choice.random() < 0.1:
                pair.whole.ask("undo", table=table, seat=pair.whole.scenes[table]["seat"])  # it may be refused
            else:
                act(pair.whole, table, choice.choice)
            for one in pairs:
                one.hear_all()
            each()

    def printed(self, pair, scene):
        status, body = pair.person.get(f"/api/printed/{scene['printed']}")
        self.assertEqual((status, pair.person.headers["cache-control"]), (200, "public, max-age=31536000, immutable"))
        return body

    def test_put_together_a_lean_scene_is_the_whole_one(self):
        for game in GAMES:
            with self.subTest(game=game):
                table, pairs = self.sit_down(game)
                first = pairs[0].lean.scenes[table]
                sheet = self.printed(pairs[0], first) if "printed" in first else {}
                self.assertEqual("printed" in first, game != "flickemup")

                def same(table=table, pairs=pairs, sheet=sheet):
                    for pair in pairs:
                        whole, lean = pair.whole.scenes[table], pair.lean.scenes[table]
                        self.assertEqual(merged(sheet, lean["view"]), whole["view"])
                        self.assertEqual(lean["actions"], [action["text"] for action in whole["actions"]])
                        leave = ("view", "actions", "printed", "now")
                        self.assertEqual({key: lean[key] for key in lean if key not in leave}, {key: whole[key] for key in whole if key not in leave})

                same()
                self.play(table, pairs, random.Random(game), same)

    def test_a_usual_scene_is_small(self):
        for game in GAMES:
            table, pairs = self.sit_down(game)
            for pair in pairs:
                pair.lean.sizes.clear()
            self.play(table, pairs, random.Random(game))
            sizes = [size for pair in pairs[:2] for size in pair.lean.sizes[table]]
            if SIZES:
                whole = statistics.median(len(text) for text in pairs[0].whole.texts[table])
                print(f"{game}: {len(sizes)} scenes of two seats, whole {whole}, sent: median {statistics.median(sizes)}, nine of ten "
                      f"{sorted(sizes)[len(sizes) * 9 // 10]}, longest {max(sizes)}", flush=True)
            with self.subTest(game=game):
                self.assertLessEqual(statistics.median(sizes), USUAL[game])

    def test_a_client_of_before_gets_whole_scenes_as_they_are(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        for wish in ({}, {"changes": 1}, {"changes": 2}, {"changes": 3}):
            link = ada.connect()
            self.assertEqual(link.accepted, [])
            answer = self.assert_done(link.ask("watch", table=table, **wish))
            self.assertNotIn("changes", answer)  # so it knows that none come
            link.wait_scene(table, lambda scene: scene["actions"])
            act(link, table)
            for text, size in zip(link.texts[table], link.sizes[table]):
                scene = json.loads(text)
                self.assertEqual((size, "printed" in scene, "sheet" in scene["view"]["shared"]), (len(text), False, True))
                self.assertTrue(all(action["tell"] and "gain" in action for action in scene["actions"]))

    def test_sentences_are_told_to_who_asks(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN])["table"]["id"]
        link, other = ada.connect(), bo.connect()
        self.refused(link.ask("actions", table=table, seat=0), "waiting")
        self.assert_done(other.ask("sit", table=table, seat=1))
        whole = link.watch(table)
        answer = self.assert_done(link.ask("actions", table=table, seat=0))
        self.assertEqual((answer["actions"], answer["at"]), (whole["actions"], whole["table"]["steps"]))
        for seat in (1, 2, -1, None):
            self.refused(link.ask("actions", table=table, seat=seat), "not_your_seat")

    def test_what_is_printed_is_known_by_its_fingerprint_alone(self):
        ada = self.person()
        fingerprints = set()
        for _ in range(3):
            table = ada.make([ME])["table"]["id"]
            fingerprints.add(ada.connect().watch(table, without=["printed"])["printed"])
        self.assertEqual(len(fingerprints), 1)  # all tables of an edition have the same
        for name in ("", "0" * 32, "x", "../games"):
            self.assertEqual(self.person().get(f"/api/printed/{name}")[0], 404)

    def test_who_offers_to_decompress_is_compressed_for_in_a_way_it_can_read(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        ours = ["permessage-deflate; client_no_context_takeover"]
        for offer, accepted in ((BROWSER, ours), ("permessage-deflate", ours), ("x-other, permessage-deflate", ours), ("x-webkit-deflate-frame", []),
                                ("permessage-deflate; server_no_context_takeover", []), ("permessage-deflate; server_max_window_bits=10", [])):
            link = ada.connect(deflate=offer)
            self.assertEqual(link.accepted, accepted, offer)
            link.watch(table)
            link.ask("undo", table=table, seat=0)
            act(link, table)
            self.assertEqual(link.sizes[table][-1] < len(link.texts[table][-1]), bool(accepted))

    def test_spectators_of_several_tables_lose_nothing(self):
        """What was compressed for one table may be the beginning of what is compressed for another."""
        ada, cy = self.people(2)
        tables = [ada.make([ME], game=game, public=True)["table"]["id"] for game in GAMES[:4] for _ in range(2)]
        link, looking = ada.connect(), cy.connect(deflate=BROWSER)
        for table in tables:
            link.watch(table)
            looking.watch(table)
        choice = random.Random(5)
        for _ in range(40):
            act(link, choice.choice([table for table in tables if link.scenes[table]["actions"]]), choice.choice)
        link.hear_all()
        looking.hear_all()
        for table in tables:
            self.assertEqual(looking.scenes[table]["table"]["steps"], cy.connect().watch(table)["table"]["steps"])


if __name__ == "__main__":
    main()
