#!/usr/bin/env python3
"""Do the events of a record follow from its seed, and who drew it? Usage: verify.py RECORD... Written from docs/record.md.

A game yields a list from which the next event is dealt, every entry as likely, or an empty one where a move comes next,
and is sent the next step. In `behind` of a step are the events that directly follow it.
"""
import collections, hashlib, itertools, json, statistics, struct, sys

CARDS = [rank + suit for suit in "CDHS" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()]
TOKENS = "gold colt winchester clean_water poisoned_water dynamite document hostage".split()
SPREAD = {"expert": (250, 800), "good": (320, 1100), "fair": (400, 1400), "novice": (500, 1700), "beginner": (600, 2000)}

def stream(seed):
    """ChaCha20 under the seed, as 64-bit numbers."""
    for block in itertools.count():
        state = list(start := struct.unpack("<16I", b"expand 32-byte k" + seed + struct.pack("<QQ", block, 0)))
        for i in range(80):  # four columns and four diagonals, ten times
            a, b, c, d = (4 * row + (i + row * (i // 4 % 2)) % 4 for row in range(4))
            for x, y, z, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                state[x] = (state[x] + state[y]) % 2**32
                state[z] = ((mixed := state[z] ^ state[x]) << bits | mixed >> 32 - bits) % 2**32
        yield from struct.unpack("<8Q", struct.pack("<16I", *((x + y) % 2**32 for x, y in zip(state, start))))

def take(cards, count=1):
    taken = []
    for _ in range(count):
        taken.append((yield cards)["event"])
        cards.remove(taken[-1])
    return taken

def royalflip(_edition, _options, _seats):
    deck = CARDS[:]
    yield from take(deck, 3)
    while True:
        yield from take(deck, len((yield [])["behind"]))

def insertcoin(edition, options, seats):
    cards, flips = [str(i + 1) for i in range(len(edition["cards"]))], []
    yield from take(cards[:], seats * (4 if options["draft"] else 5))
    while True:
        for _ in (yield [])["behind"]:
            piles, turned = divmod(len(flips), len(cards) // 2 + 1)
            deck = [card for card in cards if card not in flips]
            if flips.count("over") == piles:  # this pile still has its GAME OVER
                deck = ["over"] * len(deck) + [card for card in deck for _ in range(len(cards) // 2 - turned)]
            flips += yield from take(deck)

def flipcity(edition, options, seats):
    faces = {card[side]["face"]: card[side] for card in edition["cards"] for side in ("front", "back")}
    start = [card[side]["face"] for card in edition["cards"] if options["office"] or not card.get("office")
             for side in ("front", "back") for _ in range(card.get("start", {}).get(side, 0))]
    order, cards, decks, tops = list(faces), [start[:] for _ in range(seats)], [start[:] for _ in range(seats)], []
    yield from take([f"seat {seat}" for seat in range(seats)], seats > 1)
    for deck in decks:
        tops.append((yield deck)["event"])
    street, over, limit = [], True, 0
    while True:
        step = yield []
        seat, (kind, *what) = step["seat"], step["move"].split()
        own, deck, face = cards[seat], decks[seat], what[0] if what else tops[seat]
        if over and kind in ("play", "stop", "shuffle", "recycle"):  # a new turn
            street, over, limit = [], False, edition["limit"]
        if kind == "play":
            street.append(face)
            deck.remove(face)
            over = sum(faces[one].get("unhappy", 0) for one in street) > limit
            limit += faces[face].get("limit", 0)
        elif kind == "shuffle":  # the discards: all of the seat's cards that do not lie in the street
            deck += sorted((collections.Counter(own) - collections.Counter(street)).elements(), key=order.index)
        elif kind in ("flip", "recycle"):
            own.remove(face)
            limit += faces[face].get("recycle", {}).get("limit", 0) if kind == "recycle" else 0
        if kind in ("buy", "develop", "recycle") or kind == "flip" and (seats > 1 or not faces[face].get("gives")):
            cards[int((what + [seat])[1])].append(face if kind == "buy" else order[order.index(face) ^ 1])
        if kind in ("play", "shuffle") and deck:
            tops[seat] = (yield deck)["event"]
        if kind == "play" and deck and not over and faces[face].get("drops_bottom"):
            rest = deck[:deck.index(tops[seat])] + deck[deck.index(tops[seat]) + 1:]
            deck.remove((yield rest)["event"] if rest else tops[seat])
        over = over or kind == "stop"

def fliptown(edition, options, seats):
    people, stolen = edition["characters"]["cards"], []
    office = ["visit", "town", next(one["site"] for one in edition["town"]["buildings"] if one["effect"] == "look")]
    def draw(count, hand):
        for _ in range(count):
            if len(deck + aside + seen) == 1:  # empty but for the Sheriff's card: the discards become the deck
                aside.extend(deck)
                deck[:] = [card for card in CARDS if card not in stolen + lineup + own + aside + seen]
            hand += yield from take(deck)
    def moves():  # up to events that no move asks for: how many are there, and behind which move?
        events = inside = 0
        while not events:
            step = yield []
            words = step["move"].split()
            ability = abilities[step["seat"]] if words == ["ability"] else ""
            inside = inside or words[:3] == office
            asked = {"lineup": 3, "marshal": 1}.get(ability, words[:2] == ["visit", "badlands"])
            if ability in ("lineup", "marshal"):
                del lineup[:], own[:hand * (ability == "marshal")]
            yield from draw(asked, lineup if ability == "lineup" else [])
            look = inside and not seen and len(step["behind"]) > asked
            seen.extend((yield from take(aside or deck, look)))
            events = len(step["behind"]) - asked - look
        return events, words[0]
    yield from take([f"bounty {i + 1}" for i in range(len(edition["bounties"]["cards"]))], 3 * (seats > 1))
    names = yield from take([f"character {one['id']}" for one in people], seats * (options["characters"] is True))
    names += [card[:-1] for card in (yield from take(CARDS[:], options["random_setup"]))]
    names += str(options["characters"]).split(",")
    abilities = [one["ability"] for name in names for one in people if name.split()[-1] in (one["id"], one["value"])]
    cowbot, hand = options["cowbot"] != "none" or options["random_setup"], 2 * seats * options["holdem"]
    for _ in range(edition["course"]["rounds"]):
        deck, aside, seen, own, lineup = [card for card in CARDS if card not in stolen], [], [], [], []
        yield from draw(hand, own)
        for turn in range(edition["course"]["turns"], 0, -1):
            lineup = []
            yield from draw(3, lineup)
            events, move = yield from moves()
            usual = 3 if turn > 1 else hand + 3 + (not seen)  # events without a theft, if no question follows
            theft = cowbot and events != usual and move not in ("bribe", "refuse")
            yield from draw(theft, stolen)
            events -= theft
        while not (events and seen):
            if events:
                seen += yield from take(aside or deck)
            events = events - 1 if events else (yield from moves())[0]

def flickemup(edition, options, seats):
    hands, face_down = (options["hand"].split(",") * seats)[:seats], edition.get("face_down", {}).get("tokens", {})
    tokens = [token for token in TOKENS for _ in range(face_down.get(token, 0))]
    parts = [round(1000 * statistics.NormalDist().inv_cdf((i + 0.5) / 64)) for i in range(64)]
    while True:
        step = yield []
        for kind in (event.split()[0] for event in step["behind"]):
            if kind in ("angle", "speed"):
                spread = SPREAD[hands[step["seat"]]][kind == "speed"]
                yield [f"{kind} {(abs(part) * spread + 500) // 1000 / (100 if part > 0 else -100):+g}" for part in parts]
            else:
                yield from take(tokens)

def verify(record):
    """How many events follow from the seed, and who drew it; ValueError says what is wrong."""
    deal, seed, behind = record.get("deal", {}), bytes.fromhex(record["seed"]), []
    shares = [b"\0" if share is None else b"\1" + bytes.fromhex(share) for share in deal.get("bytes", [])]
    secret = bytes.fromhex(deal.get("secret", "")) if deal.get("how") == "together" else seed
    drawn = hashlib.sha256(b"flipside deal 1\0" + secret + bytes([len(record["seats"])]) + b"".join(shares)).digest()
    if secret is not seed and drawn != seed or hashlib.sha256(secret).hexdigest() != record["commitment"]:
        raise ValueError("the seed does not fit the commitment, or not the dealer's secret and the players' bytes")
    steps = [{**step, "number": i} for i, step in enumerate(record["steps"], 1)
             if isinstance(step.get("event", ""), str) or step.get("rigged")]  # the physics decides how a flick ends
    for step in reversed(steps):
        step["behind"], behind = behind, [step["event"], *behind] if "event" in step else []
    game = globals()[record["game"]](record["edition"]["data"], record["options"], len(record["seats"]))
    possible, numbers = next(game), stream(seed)
    for step in steps:
        event, count, product = step.get("event", "a move"), len(possible), 0
        if len(set(possible)) > 1:  # what is certain uses no number
            products = ((number >> 32) * count for number in numbers)
            product = next(one for one in products if one % 2**32 >= 2**32 % count)
        dealt = possible[product >> 32] if possible else "a move"
        if dealt != event or step.get("rigged"):
            raise ValueError(f"step {step['number']}: the seed deals {dealt}, not {event}")
        possible = game.send(step)
    who = f"{deal.get('how', 'unknown')}, {len(shares) - shares.count(bytes(1))} of {len(record['seats'])} seats"
    return sum("event" in step for step in record["steps"]), who

if __name__ == "__main__":
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            try:
                print("{}: all {} events follow from the seed (drawn: {})".format(path, *verify(json.load(file))))
            except ValueError as wrong:
                sys.exit(f"{path}: {wrong}")
