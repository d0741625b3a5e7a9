#!/usr/bin/env python3
"""Checks the deal of records: does the seed fit the commitment and the players' bytes, and does it deal every event? Written from docs/record.md alone.

    python3 examples/verify.py RECORD...

The seed gives a stream of numbers, a number picks one of the events that are possible, and each game says below what is possible when.
"""
import hashlib
import json
import statistics
import struct
import sys

CARDS = [rank + suit for suit in "CDHS" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()]
SPREAD = {"expert": (250, 800), "good": (320, 1100), "fair": (400, 1400), "novice": (500, 1700), "beginner": (600, 2000)}
TOKENS = ("gold", "colt", "winchester", "clean_water", "poisoned_water", "dynamite", "document", "hostage")


def stream(seed):
    """ChaCha20 under the seed, as 64-bit numbers."""
    block = 0
    while True:
        start = struct.unpack("<16I", b"expand 32-byte k" + seed + struct.pack("<QQ", block, 0))
        state, block = list(start), block + 1
        for a, b, c, d in 10 * ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                                (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            for x, y, z, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                state[x] = (state[x] + state[y]) % 2 ** 32
                mixed = state[z] ^ state[x]
                state[z] = (mixed << bits | mixed >> 32 - bits) % 2 ** 32
        yield from struct.unpack("<8Q", struct.pack("<16I", *((one + two) % 2 ** 32 for one, two in zip(state, start))))


class Over(Exception):
    """The record ends here, as that of a game that was ended early."""


class Dealer:
    def __init__(self, record):
        self.numbers, self.steps, self.at = stream(bytes.fromhex(record["seed"])), record["steps"], 0
        self.options, self.edition, self.seats = record["options"], record["edition"]["data"], len(record["seats"])

    def draw(self, possible):
        """The next step must be the event that the stream picks from a list: events in their order, or (event, weight)."""
        if self.at == len(self.steps):
            raise Over
        step, weights = self.steps[self.at], [one if isinstance(one, tuple) else (one, 1) for one in possible]
        total, pick = sum(weight for _, weight in weights), 0
        if "event" not in step or step.get("rigged"):
            raise ValueError(f"step {self.at + 1} is not dealt")
        while len(weights) > 1:  # what is certain uses no number
            product = (next(self.numbers) >> 32) * total
            if product % 2 ** 32 >= 2 ** 32 % total:
                pick = product >> 32
                break
        dealt = next(event for event, weight in weights if (pick := pick - weight) < 0)
        if dealt != step["event"]:
            raise ValueError(f"step {self.at + 1}: the seed deals '{dealt}', not '{step['event']}'")
        self.at += 1
        return dealt

    def move(self, back=0):
        """Seat and words of the step at this place, or of one before it; no words: it is no move."""
        step = self.steps[self.at - back] if self.at < len(self.steps) + back else {}
        return step.get("seat"), step.get("move", "").split()

    def skip_moves(self):
        """To the next event: is there one?"""
        while self.move()[1]:
            self.at += 1
        return self.at < len(self.steps)

    def events_ahead(self):
        end = self.at
        while end < len(self.steps) and "event" in self.steps[end]:
            end += 1
        return end - self.at, self.steps[end]["move"].split()[0] if end < len(self.steps) else ""


def royalflip(dealer):
    deck = CARDS[:]
    while dealer.skip_moves():
        deck.remove(dealer.draw(deck))


def insertcoin(dealer):
    cards = [str(i + 1) for i in range(len(dealer.edition["cards"]))]
    deck, pile, flips, overs = cards[:], len(cards) // 2 + 1, 0, 0
    for _ in range(dealer.seats * (4 if dealer.options["draft"] else 5)):
        deck.remove(dealer.draw(deck))
    deck = cards + ["over"]
    while dealer.skip_moves():
        left, size = pile - flips % pile, len(deck) - 1
        hidden = overs == flips // pile  # this pile still has its GAME OVER
        event = dealer.draw([("over", size)] + [(card, left - 1) for card in deck[:-1] if left > 1] if hidden else deck[:-1])
        flips, overs = flips + 1, overs + (event == "over")
        if event != "over":
            deck.remove(event)


def flipcity(dealer):
    faces = {card[side]["face"]: card[side] for card in dealer.edition["cards"] for side in ("front", "back")}
    names = list(faces)
    back_of = {face: names[i ^ 1] for i, face in enumerate(names)}
    start = [card[side]["face"] for card in dealer.edition["cards"] if dealer.options["office"] or not card.get("office")
             for side in ("front", "back") for _ in range(card.get("start", {}).get(side, 0))]
    decks, discards = [start[:] for _ in range(dealer.seats)], [[] for _ in range(dealer.seats)]

    def turn_up(cards):
        return dealer.draw([(face, cards.count(face)) for face in names if face in cards]) if cards else None
    if dealer.seats > 1:
        dealer.draw([f"seat {seat}" for seat in range(dealer.seats)])
    tops = [turn_up(deck) for deck in decks]
    acting, street, over, unhappy, limit = 0, [], True, 0, 0
    while dealer.at < len(dealer.steps):
        seat, (kind, *what) = dealer.move()
        dealer.at += 1
        if kind in ("play", "stop", "shuffle", "recycle") and over:  # a new turn
            discards[acting] += street
            acting, street, over, unhappy, limit = seat, [], False, 0, dealer.edition["limit"]
        deck, discard, face = decks[seat], discards[seat], what[0] if what else tops[seat]
        if kind == "play":
            street.append(face)
            deck.remove(face)
            unhappy += faces[face].get("unhappy", 0)
            over = unhappy > limit
            tops[seat] = turn_up(deck)
            limit += faces[face].get("limit", 0)
            if faces[face].get("drops_bottom") and deck and not over:
                deck.remove(tops[seat])
                bottom = turn_up(deck) or tops[seat]
                deck.append(tops[seat])
                deck.remove(bottom)
                discard.append(bottom)
        elif kind == "shuffle":
            deck += discard
            discard.clear()
            tops[seat] = turn_up(deck)
        elif kind in ("buy", "develop"):
            discard.append(face if kind == "buy" else back_of[face])
        elif kind in ("flip", "recycle"):
            discard.remove(face)
            limit += faces[face].get("recycle", {}).get("limit", 0) if kind == "recycle" else 0
            if dealer.seats > 1 or not faces[face].get("gives"):
                discards[int(what[1]) if len(what) > 1 else seat].append(back_of[face])
        over = over or kind == "stop"


class Pile:
    """Fliptown's deck in a round: one card of it is the Sheriff's, which nobody knows at first."""

    def __init__(self, dealer, stolen):
        self.dealer, self.deck, self.discard, self.sheriff, self.seen = dealer, [one for one in CARDS if one not in stolen], [], None, False

    def take(self, count=1):
        cards = []
        for _ in range(count):
            if len(self.deck) == (self.sheriff is None):  # empty but for the Sheriff's card: the discards are shuffled
                self.sheriff = self.sheriff or self.deck[0]
                self.deck, self.discard = sorted(self.discard, key=CARDS.index), []
            cards.append(self.dealer.draw(self.deck))
            self.deck.remove(cards[-1])
        return cards

    def look(self):
        self.sheriff, self.seen = self.dealer.draw([self.sheriff] if self.sheriff else self.deck), True
        self.deck = [card for card in self.deck if card != self.sheriff]


def fliptown(dealer):
    edition, options, stolen = dealer.edition, dealer.options, []
    people = {one["id"]: one["ability"] for one in edition["characters"]["cards"]}
    ability = [people[name] for name in str(options["characters"]).split(",") if name in people]
    office = ["visit", "town", next(one["site"] for one in edition["town"]["buildings"] if one["effect"] == "look")]
    for prefix, names, count in (("bounty", [str(i + 1) for i in range(len(edition["bounties"]["cards"]))], 3 if dealer.seats > 1 else 0),
                                 ("character", list(people), dealer.seats if options["characters"] is True else 0)):
        for _ in range(count):
            names.remove(name := dealer.draw([f"{prefix} {name}" for name in names]).split()[1])
            ability += [people[name]] if prefix == "character" else []
    if options["random_setup"]:
        value = dealer.draw(CARDS)[:-1]  # the card goes back
        ability = [one["ability"] for one in edition["characters"]["cards"] if one["value"] == value]
    cowbot, hand = options["cowbot"] != "none" or options["random_setup"], 2 * dealer.seats if options["holdem"] else 0
    for left in reversed(range(edition["course"]["rounds"])):
        pile = Pile(dealer, stolen)
        pile.take(hand)
        for turn in reversed(range(edition["course"]["turns"])):
            lineup, begun = pile.take(3), dealer.at
            while dealer.skip_moves():  # cards that a move asks for
                seat, words = dealer.move(1)
                if words == ["ability"] and ability[seat] == "lineup":
                    pile.discard += lineup
                    lineup = pile.take(3)
                elif words[:2] == ["visit", "badlands"] or words == ["ability"] and ability[seat] == "marshal":
                    pile.discard += pile.take()
                elif not pile.seen and any(step.get("move", "").split()[:3] == office for step in dealer.steps[begun:dealer.at]):
                    pile.look()
                else:
                    break
            events, following = dealer.events_ahead()
            more = hand + 3 if left else 99  # that the next round begins with
            own = events - more if events >= more else events
            if cowbot and (events > 3 if turn else own > (not pile.seen) or own and events < more and words[:1] not in (["bribe"], ["refuse"])
                           and following in ("cheat", "leave", "ability", "bribe", "refuse")):
                stolen += pile.take()
            pile.discard += lineup
        while dealer.skip_moves():
            seat, words = dealer.move(1)
            if words == ["ability"] and ability[seat] == "marshal":
                pile.discard += pile.take()
            elif not pile.seen:
                pile.look()
            else:
                break


def flickemup(dealer):
    hands = (dealer.options["hand"].split(",") * dealer.seats)[:dealer.seats]
    tokens = dict(dealer.edition.get("face_down", {}).get("tokens", {}))
    parts = [round(1000 * statistics.NormalDist().inv_cdf((i + 0.5) / 64)) for i in range(64)]
    while dealer.skip_moves():
        event = dealer.steps[dealer.at]["event"]
        if isinstance(event, dict) and not dealer.steps[dealer.at].get("rigged"):  # the outcome of a flick: the physics decides
            dealer.at += 1
        elif event[:5] in ("angle", "speed"):
            seat = next(step["seat"] for step in reversed(dealer.steps[:dealer.at]) if "seat" in step)
            errors = [(abs(part) * SPREAD[hands[seat]][event[0] == "s"] + 500) // 1000 * (1 if part > 0 else -1) for part in parts]
            dealer.draw([f"{event[:5]} {'+' if error >= 0 else ''}{error / 100:g}" for error in errors])
        else:
            tokens[dealer.draw([(token, tokens[token]) for token in TOKENS if tokens.get(token)])] -= 1


def drawn_together(record):
    """The seed that follows from the dealer's secret and the bytes of the seats."""
    deal = record["deal"]
    shares = [b"\0" if share is None else b"\1" + bytes.fromhex(share) for share in deal["bytes"]]
    if any(len(share) not in (1, 17) for share in shares) or len(shares) != len(record["seats"]):
        raise ValueError("each seat has 16 bytes or none")
    return hashlib.sha256(b"flipside deal 1\0" + bytes.fromhex(deal["secret"]) + bytes([len(shares)]) + b"".join(shares)).hexdigest()


def check_seed(record):
    """What was committed to before the first card is the secret of a deal that was drawn together, and else the seed."""
    together = record.get("deal", {}).get("how") == "together"
    if together and "secret" not in record["deal"]:
        raise ValueError("the dealer's secret is missing")
    if together and drawn_together(record) != record["seed"]:
        raise ValueError("the seed is not the hash of the dealer's secret and the players' bytes")
    if hashlib.sha256(bytes.fromhex(record["deal"]["secret"] if together else record["seed"])).hexdigest() != record["commitment"]:
        raise ValueError(f"the {'secret' if together else 'seed'} does not fit the commitment")


def who_chose(record):
    """Who could have chosen the deal, in words; nothing for a record that does not say how its seed was drawn."""
    deal = record.get("deal", {})
    added = sum(share is not None for share in deal.get("bytes", []))
    return {"together": f"; neither side could choose: {added} of {len(record['seats'])} seats added bytes to the dealer's secret" if added
            else "; the dealer alone drew the seed", "named": "; a person chose the seed",
            "daily": "; the server alone drew the seed for a day's challenge"}.get(deal.get("how"), "")


def verify(record):
    """How many events were checked; ValueError says what is wrong."""
    check_seed(record)
    dealer = Dealer(record)
    try:
        globals()[record["game"]](dealer)
    except Over:
        pass
    if dealer.skip_moves():
        raise ValueError(f"step {dealer.at + 1}: nothing is to be dealt here")
    return sum("event" in step for step in record["steps"])


if __name__ == "__main__":
    wrong = 0
    for path in sys.argv[1:]:
        try:
            with open(path, encoding="utf-8") as file:
                record = json.load(file)
            print(f"{path}: all {verify(record)} events follow from the seed{who_chose(record)}")
        except ValueError as reason:
            print(f"{path}: {reason}")
            wrong = 1
    sys.exit(wrong)
