"""A replay beside the engine: both walk through a recorded game, and every position is the same to the last field."""

import glob
import json
import os
import re
import subprocess

import client
from client import IN_PART, Case

ROOT = os.environ["FLIPSIDE_SOURCE_ROOT"]
STEPS = 30 if IN_PART else 80


class Engine:
    """A dialogue with `flipside engine`."""

    def __init__(self):
        self.process = subprocess.Popen([os.environ["FLIPSIDE_PROGRAM"], "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def ask(self, cmd, **fields):
        self.process.stdin.write(json.dumps({"cmd": cmd, **fields}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert answer["ok"], answer
        return answer

    def at(self, record, steps):
        """Lays the game after so many steps; false if the dealer goes on from there, so that nobody sees that position."""
        self.ask("load", record={**record, "steps": record["steps"][:steps]})
        return len(self.ask("save")["record"]["steps"]) == steps

    def view(self, **seat):
        return self.ask("view", **seat)["view"]


class Walk(Case):
    leak_check = True

    def record(self, engine, path):
        """The beginning of a recorded game, up to a position that somebody sees."""
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        if len(record["steps"]) <= STEPS:
            return record
        del record["result"]
        del record["steps"][next(step for step in range(STEPS, 0, -1) if engine.at(record, step)):]
        return record

    def frames(self, person, table, eyes):
        """The views of all positions, in as many answers as it takes; after the last there are none."""
        views = []
        while True:
            status, body = person.get(f"/api/replays/{table}/{eyes}/{len(views)}")
            self.assertEqual((status, set(body), body["from"]), (200, {"from", "views"}, len(views)))
            self.assertLessEqual(len(body["views"]), 32)
            if not body["views"]:
                return views
            views += body["views"]

    def position(self, engine, step, flicks):
        public = engine.view(seat="public")
        place = {name: public[name] for name in ("when", "round", "turn") if name in public}
        return {"step": step, **flicks, **place, "scores": engine.ask("result")["scores"]}

    def check_log(self, record, log):
        for i, (step, line) in enumerate(zip(record["steps"], log, strict=True)):
            event = step.get("event")
            text = step["move"] if event is None else "outcome" if isinstance(event, dict) else event
            self.assertEqual((line["i"], line["seat"], line["text"]), (i, step.get("seat", "dealer"), text))
            self.assertTrue(i < line["known"] <= len(log), line)
            self.assertLessEqual(set(line), {"i", "seat", "owner", "text", "tell", "time", "known", "secret"})

    def check(self, engine, record):
        person = self.person()
        status, body = person.post("/api/records", record)
        self.assertEqual(status, 200, body)
        table = body["table"]["id"]
        story = person.get(f"/api/replays/{table}")[1]
        self.check_log(record, story["log"])
        eyes = ["all", *map(str, range(len(record["seats"])))]
        seen = {one: self.frames(person, table, one) for one in eyes}
        positions, outcomes = [], 0
        unfinished = {key: value for key, value in record.items() if key != "result"}
        for step in range(len(record["steps"]) + 1):
            outcomes += step > 0 and isinstance(record["steps"][step - 1].get("event"), dict)
            if not engine.at(unfinished, step):
                continue
            for one in eyes:
                wanted = engine.view() if one == "all" else engine.view(seat=int(one))
                self.assertEqual(seen[one][len(positions)], wanted, (step, one))
            positions.append(self.position(engine, step, {"flicks": outcomes} if record["game"] == "flickemup" else {}))
        self.assertEqual(story["positions"], positions)
        self.assertEqual({one: len(views) for one, views in seen.items()}, dict.fromkeys(eyes, len(positions)))


def walk_of(path):
    def walk(self):
        with Engine() as engine:
            self.check(engine, self.record(engine, path))
    return walk


for place in sorted(glob.glob(os.path.join(ROOT, "games", "*", "tests", "golden", "*.json"))):
    if not re.search(r"/v\d-", place):  # those are about rules that have changed
        name = re.sub(r"\W", "_", f"{place.split(os.sep)[-4]} {os.path.basename(place)[:-5]}")
        setattr(Walk, f"test_{name}", walk_of(place))


if __name__ == "__main__":
    client.main()
