#!/usr/bin/env python3
"""Do the events of records follow from their seeds, and who drew them? Written from docs/record.md. Usage: verify.py RECORD..."""
import collections, contextlib, hashlib, itertools, json, pathlib, statistics, struct, sys

CARDS = [rank + suit for suit in "CDHS" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()]
TOKENS = "gold colt winchester clean_water poisoned_water dynamite document hostage".split()
SPREAD = {"expert": (250, 800), "good": (320, 1100), "fair": (400, 1400), "novice": (500, 1700), "beginner": (600, 2000)}

def stream(seed):  # ChaCha20: the upper halves of its 64-bit numbers
    for block in itertools.count():
        state = list(start := struct.unpack("<16I", b"expand 32-byte k" + seed + struct.pack("<QQ", block, 0)))
        for i, (*rows, bits) in itertools.product(range(80), ((0, 1, 3, 16), (2, 3, 1, 12), (0, 1, 3, 8), (2, 3, 1, 7))):
            x, y, z = (4 * row + (i + row * (i // 4 % 2)) % 4 for row in rows)  # four columns and four diagonals, ten times
            state[x] = (state[x] + state[y]) % 2**32
            state[z] = ((mixed := state[z] ^ state[x]) << bits | mixed >> 32 - bits) % 2**32
        yield from [(x + y) % 2**32 for x, y in zip(state, start)][1::2]

class Dealer:  # goes through the steps of a record; a game asks it for every event and every move in turn
    def __init__(self, seed, steps):
        self.numbers, self.steps = stream(seed), collections.deque(steps)
    def step(self, dealt=None):  # an event, or a move if nothing is dealt
        if not self.steps:
            raise EOFError
        number, step = self.steps.popleft()
        if step.get("event") != dealt or step.get("rigged"):
            raise ValueError(f"step {number}: the seed deals {dealt or 'nothing'}, not {step.get('event', step)}")
        return step
    def ahead(self):  # the events before the next move
        return [step["event"] for _, step in itertools.takewhile(lambda one: "event" in one[1], self.steps)]
    def place(self, possible):  # in a list whose entries are all as likely
        if len(set(possible)) < 2:  # what is certain uses no number
            return 0
        return next(one >> 32 for number in self.numbers if (one := number * len(possible)) % 2**32 >= 2**32 % len(possible))
    def take(self, possible, count=1):  # what is dealt leaves the list
        return [self.step(possible.pop(self.place(possible)) if possible else False)["event"] for _ in range(count)]

def royalflip(dealer, *_):
    dealer.take(deck := CARDS[:], 3)
    while dealer.step():
        dealer.take(deck, len(dealer.ahead()))

def insertcoin(dealer, edition, options, seats):
    cards, flips = [str(i + 1) for i in range(len(edition["cards"]))], []
    dealer.take(cards[:], seats * (4 if options["draft"] else 5))
    while dealer.step():
        for _ in dealer.ahead():
            piles, turned = divmod(len(flips), len(cards) // 2 + 1)
            deck = [card for card in cards if card not in flips]
            if flips.count("over") == piles:  # this pile still has its GAME OVER
                deck = ["over"] * len(deck) + [card for card in deck for _ in range(len(cards) // 2 - turned)]
            flips += dealer.take(deck)

def flipcity(dealer, edition, options, seats):
    faces = {card[side]["face"]: card[side] for card in edition["cards"] for side in ("front", "back")}
    start = [card[side]["face"] for card in edition["cards"] if options["office"] or not card.get("office")
             for side in ("front", "back") for _ in range(card.get("start", {}).get(side, 0))]
    order, cards, decks = list(faces), [start[:] for _ in range(seats)], [start[:] for _ in range(seats)]
    dealer.take([f"seat {seat}" for seat in range(seats)], seats > 1)
    tops, street, limit = [dealer.take(deck)[0] for deck in decks], [], edition["limit"]
    while step := dealer.step():
        seat, (kind, *what) = step["seat"], step["move"].split()
        own, deck, face = cards[seat], decks[seat], what[0] if what else tops[seat]
        over = kind == "stop"  # nothing is drawn while the seat builds
        if kind == "play":
            street.append(face)
            over = sum(faces[one].get("unhappy", 0) for one in street) > limit
            limit += faces[face].get("limit", 0)
        elif kind == "shuffle":  # the discards: all of the seat's cards that do not lie in the street
            deck += sorted((collections.Counter(own) - collections.Counter(street)).elements(), key=order.index)
        elif kind in ("flip", "recycle"):
            own.remove(face)
            limit += faces[face].get("recycle", {}).get("limit", 0) if kind == "recycle" else 0
        if kind in ("buy", "develop", "recycle") or kind == "flip" and (seats > 1 or not faces[face].get("gives")):
            cards[int((what + [seat])[1])].append(face if kind == "buy" else order[order.index(face) ^ 1])
        if kind in ("play", "shuffle"):
            tops[seat] = (dealer.take(deck, len(deck) > 0) or [None])[0]
        if kind == "play" and not over and faces[face].get("drops_bottom") and not dealer.take(deck, len(deck) > 0):
            tops[seat] = None  # the only card left was dropped, and nothing is drawn
        if over:
            street, limit = [], edition["limit"]

def fliptown(dealer, edition, options, seats):
    people, stolen = edition["characters"]["cards"], []
    office = ["visit", "town", next(one["site"] for one in edition["town"]["buildings"] if one["effect"] == "look")]
    def draw(count, hand):
        for _ in range(count):
            if len(deck + aside + seen) == 1:  # empty but for the Sheriff's card: the discards become the deck
                aside.extend(deck)
                deck[:] = [card for card in CARDS if card not in stolen + lineup + own + aside + seen]
            hand.extend(dealer.take(deck))
    def move():  # with the events that it asks for
        words = (step := dealer.step())["move"].split()
        ability = abilities[step["seat"]] if words == ["ability"] else ""
        moves.append(words[:3])
        del lineup[:3 * (ability in ("lineup", "marshal"))], own[:hand * (ability == "marshal")]
        draw(3 * (ability == "lineup"), lineup)
        draw(ability == "marshal" or words[:2] == ["visit", "badlands"], [])
        if office in moves and not seen and dealer.ahead():
            seen.extend(dealer.take(aside or deck))
    dealer.take([f"bounty {i + 1}" for i in range(len(edition["bounties"]["cards"]))], 3 * (seats > 1))
    names = dealer.take([f"character {one['id']}" for one in people], seats * (options["characters"] is True))
    names += [card[:-1] for card in dealer.take(CARDS[:], options["random_setup"])] + str(options["characters"]).split(",")
    abilities = [one["ability"] for name in names for one in people if name.split()[-1] in (one["id"], one["value"])]
    cowbot, hand = options["cowbot"] != "none" or options["random_setup"], 2 * seats * options["holdem"]
    for _ in range(edition["course"]["rounds"]):
        deck, aside, seen, own, lineup = [card for card in CARDS if card not in stolen], [], [], [], []
        draw(hand, own)
        for turn in range(edition["course"]["turns"], 0, -1):
            lineup, moves = [], []
            draw(3, lineup)
            move()
            while not dealer.ahead():
                move()
            usual = 3 if turn > 1 else hand + 3 + (not seen)  # events without a theft, if no question follows
            draw(cowbot and moves[-1][0] not in ("bribe", "refuse") and len(dealer.ahead()) != usual, stolen)
        while not (seen and dealer.ahead()):  # cheating and bribes, and the Sheriff's card
            if dealer.ahead():
                seen += dealer.take(aside or deck)
            else:
                move()

def flickemup(dealer, edition, options, seats):
    hands, face_down = options["hand"].split(",") * seats, edition.get("face_down", {}).get("tokens", {})
    tokens = [token for token in TOKENS for _ in range(face_down.get(token, 0))]
    parts = [round(1000 * statistics.NormalDist().inv_cdf((i + 0.5) / 64)) for i in range(64)]
    while step := dealer.step():
        for kind in (event.split()[0] for event in dealer.ahead()):
            spread = SPREAD.get(hands[step["seat"]], (0, 0))[kind == "speed"]
            errors = [f"{kind} {(abs(part) * spread + 500) // 1000 / (100 if part > 0 else -100):+g}" for part in parts]
            dealer.take(errors if kind in ("angle", "speed") else tokens)

GAMES = {game.__name__: game for game in (royalflip, insertcoin, flipcity, fliptown, flickemup)}

def verify(record):
    """How many events follow from the seed, and who drew it; ValueError says what is wrong."""
    deal, seed, seats = record.get("deal", {}), bytes.fromhex(record["seed"]), len(record["seats"])
    shares = [b"\0" if share is None else b"\1" + bytes.fromhex(share) for share in deal.get("bytes", [])]
    secret = bytes.fromhex(deal.get("secret", "")) if deal.get("how") == "together" else seed
    drawn = hashlib.sha256(b"flipside deal 1\0" + secret + bytes([seats]) + b"".join(shares)).digest()
    if secret is not seed and drawn != seed or hashlib.sha256(secret).hexdigest() != record["commitment"]:
        raise ValueError("the seed does not fit the commitment, or not the dealer's secret and the players' bytes")
    steps = [(number, step) for number, step in enumerate(record["steps"], 1)
             if isinstance(step.get("event", ""), str) or step.get("rigged")]  # physics decides how a flick ends
    dealer = Dealer(seed, steps)
    with contextlib.suppress(EOFError):  # any game may have been ended early
        GAMES[record["game"]](dealer, record["edition"]["data"], record["options"], seats)
        dealer.step(False)
    who = f"{deal.get('how', 'unknown')}, {len(shares) - shares.count(bytes(1))} of {seats} seats"
    return sum("event" in step for step in record["steps"]), who

if __name__ == "__main__":
    wrong = []
    for path in sys.argv[1:]:
        try:
            count, who = verify(json.loads(pathlib.Path(path).read_bytes()))
            print(f"{path}: all {count} events follow from the seed (drawn: {who})")
        except (AttributeError, LookupError, TypeError) as error:
            wrong.append(f"{path}: no record of a game that is over ({error!r})")
        except (OSError, ValueError) as error:
            wrong.append(f"{path}: {error}")
    sys.exit("\n".join(wrong) or 0)
