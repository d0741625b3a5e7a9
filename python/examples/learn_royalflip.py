"""Learns Royal Flip from nothing with PyTorch: PPO over many games at once, two seats, both played by the learner.

    python3 python/examples/learn_royalflip.py                       on a graphics card: all of it stays there
    python3 python/examples/learn_royalflip.py --small               the same on a processor, in two minutes

A reward is what a step adds to the seat's own score when it is added, so the sum of all is the final score. The net sees
the own map with each number as a choice of its own, and which neighbours a cell has; it knows nothing of points. At the end the learner's best
moves play against bots, seats swapped; `--out` keeps the curve, and plot_learning.py draws it.
"""
import argparse
import json
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import flipside

ROWS, COLUMNS, SPACES, DIAMONDS, ROUNDS = 5, 6, 28, 8, 12  # of the classic sheet
CASINOS = ((0, 0), (0, 5), (4, 2))


class Games:
    """A batch as tensors: the card's own memory there, numpy's memory on a processor."""

    def __init__(self, count, seed, device, threads):
        self.cuda = device == "cuda"
        how = {"seats": 2, "seed": seed, "reward": "gain", "buffers": ("observation", "mask")}
        self.batch = flipside.CardBatch("royalflip", count, **how) if self.cuda else flipside.Batch("royalflip", count, threads=threads, **how)
        share = (lambda array: torch.as_tensor(array, device="cuda")) if self.cuda else torch.from_numpy
        b = self.batch
        self.seen, self.reward, self.over, self.seat, self.score = map(share, (b.observation, b.reward, b.over, b.seat, b.score))
        self.sets = share(b.mask_sets).view(torch.int64)

    def step(self, actions):
        chosen = actions.to(torch.int32)
        self.batch.step(chosen if self.cuda else chosen.numpy())


def legal_of(sets, actions):
    bits = torch.arange(64, device=sets.device)
    return ((sets[:, :, None] >> bits) & 1).bool().flatten(1)[:, :actions]


def near(kinds):
    """How many neighbours of each cell are of each kind."""
    wide = F.pad(kinds, (1, 1, 1, 1))
    return wide[:, :, 1:-1, 2:] + wide[:, :, 1:-1, :-2] + wide[:, :, 2:, 1:-1] + wide[:, :, :-2, 1:-1]


def features(seen):
    """What the net sees, of the own half of an observation. What is a choice among a few has a number for each, since a size says little: the
    number of a cell in its colour, say. Then, for the number that is to be written, how many neighbours of each cell are one less, one more and
    equal; and for each number and colour, whether a road or an area could grow anywhere."""
    kind = torch.float32 if not seen.is_cuda else torch.bfloat16

    def choices(column, scale, count):
        return (seen[:, column:column + 1] * scale).round() == torch.arange(count, device=seen.device)

    def plane(start):
        return (seen[:, start:start + 64] * 10).round().view(-1, 1, 8, 8)[:, :, :ROWS, :COLUMNS]

    numbers = torch.arange(1, 11, device=seen.device).view(1, 10, 1, 1)
    cells = torch.cat([plane(80) == numbers, plane(144) == numbers], 1).to(kind)            # red, black
    free = (1 - cells.sum(1, keepdim=True)) * open_cells(seen.device, kind)
    around = near(cells).view(-1, 2, 10, ROWS, COLUMNS)
    less, more = F.pad(around, (0, 0, 0, 0, 1, 0))[:, :, :10].flatten(1, 2), F.pad(around, (0, 0, 0, 0, 0, 1))[:, :, 1:].flatten(1, 2)
    equal = around.sum(1)
    ways = [less * free > 0, more * free > 0, less * more * free > 0, equal * free > 0, equal * free > 1]
    chosen = choices(218, 10, 11)[:, 1:].to(kind)
    red = seen[:, 217:218].to(kind)
    both = torch.cat([chosen * red, chosen * (1 - red)], 1)[:, :, None, None]
    written = [(less * both * free).sum(1), (more * both * free).sum(1), (equal * chosen[:, :, None, None] * free).sum(1)]
    parts = [cells.flatten(1), *(way.flatten(2).any(2) for way in ways), *(cell.flatten(1) for cell in written), choices(208, SPACES, SPACES + 1),
             choices(209, 8, 9), choices(210, DIAMONDS, DIAMONDS + 1), chosen, choices(2, 10, 11), choices(8, 10, 11), choices(14, 10, 11),
             choices(0, ROUNDS, ROUNDS + 1), seen[:, :80], seen[:, 208:223], seen[:, 366:]]
    return torch.cat([part.to(kind) for part in parts], 1)


def open_cells(device, kind):
    cells = torch.ones(1, 1, ROWS, COLUMNS, device=device, dtype=kind)
    for row, column in CASINOS:
        cells[0, 0, row, column] = 0
    return cells


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm, self.one, self.two = nn.LayerNorm(width), nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x):
        return x + self.two(F.silu(self.one(self.norm(x))))


class Player(nn.Module):
    def __init__(self, numbers, actions, width, depth):
        super().__init__()
        self.first = nn.Linear(features(torch.zeros(1, numbers)).shape[1], width)
        self.blocks = nn.Sequential(*(Block(width) for _ in range(depth)), nn.LayerNorm(width), nn.SiLU())
        self.choice, self.worth = nn.Linear(width, actions), nn.Linear(width, 1)
        with torch.no_grad():
            self.choice.weight.mul_(0.1)

    def forward(self, known, legal):
        """Logarithms of what is chosen how often, and what is still to come, in tens of points."""
        with torch.autocast(known.device.type, torch.bfloat16, enabled=known.is_cuda):
            x = self.blocks(F.silu(self.first(known)))
            choice, worth = self.choice(x), self.worth(x)
        return torch.log_softmax(choice.float().masked_fill(~legal, -1e9), 1), worth.float().squeeze(1)


class Rollout:
    """What happened in `steps` steps of all games."""

    def __init__(self, games, steps):
        count, device = games.batch.count, games.seen.device
        def room(*shape, dtype=torch.float32):
            return torch.empty((steps, count, *shape), dtype=dtype, device=device)
        known = features(games.seen[:1])
        self.known = room(known.shape[1], dtype=known.dtype)
        self.legal = room(games.batch.actions, dtype=torch.bool)
        self.action, self.seat = room(dtype=torch.int64), room(dtype=torch.int64)
        self.log, self.worth, self.reward, self.over = room(), room(), room(2), room()
        self.steps = steps

    @torch.no_grad()
    def play(self, player, games):
        """Returns the mean score of the seats whose games ended, and how many there were."""
        total, ended = torch.zeros((), device=games.seen.device), torch.zeros((), device=games.seen.device)
        for t in range(self.steps):
            self.known[t], self.seat[t] = features(games.seen), games.seat.long()
            self.legal[t] = legal_of(games.sets, games.batch.actions)
            log, self.worth[t] = player(self.known[t], self.legal[t])
            self.action[t] = (log - torch.empty_like(log).exponential_().log()).argmax(1)
            self.log[t] = log.gather(1, self.action[t][:, None]).squeeze(1)
            games.step(self.action[t])
            self.reward[t], self.over[t] = games.reward / 10, games.over.float()
            total += (games.score.float().mean(1) * self.over[t]).sum()
            ended += self.over[t].sum()
        return (total / ended.clamp(min=1)).item(), int(ended)

    def advantages(self, trace):
        """For the seat that decided: what came of it beyond what was expected. Backwards, with what each seat of a game has ahead of it.
        What a seat does last before the end of the rollout is not counted, since its next decision is not known."""
        count = self.worth.shape[1]
        ahead, beyond, pending, known = (torch.zeros(count, 2, device=self.worth.device) for _ in range(4))
        advantage, counted = torch.empty_like(self.worth), torch.empty_like(self.worth)
        for t in reversed(range(self.steps)):
            over, seat = self.over[t][:, None], self.seat[t][:, None]
            ahead, beyond, pending, known = ahead * (1 - over), beyond * (1 - over), pending * (1 - over), torch.maximum(known, over)
            pending = pending + self.reward[t]
            delta = pending.gather(1, seat).squeeze(1) + ahead.gather(1, seat).squeeze(1) - self.worth[t]
            advantage[t], counted[t] = delta + trace * beyond.gather(1, seat).squeeze(1), known.gather(1, seat).squeeze(1)
            ahead, beyond = ahead.scatter(1, seat, self.worth[t][:, None]), beyond.scatter(1, seat, (advantage[t] * counted[t])[:, None])
            pending, known = pending.scatter(1, seat, 0.0), known.scatter(1, seat, 1.0)
        return advantage, counted


def improve(player, optimizer, rollout, how, entropy):
    advantage, counted = rollout.advantages(how.trace)
    flat = {name: getattr(rollout, name).flatten(0, 1) for name in ("known", "legal", "action", "log", "worth")}
    advantage, counted = advantage.flatten(), counted.flatten()
    wanted = flat["worth"] + advantage
    places = torch.nonzero(counted).squeeze(1)
    for _ in range(how.epochs):
        for some in places[torch.randperm(len(places), device=places.device)].split(how.part):
            if 2 * len(some) < how.part:  # what is left over says little
                continue
            log, worth = player(flat["known"][some], flat["legal"][some])
            gain = advantage[some]
            gain = (gain - gain.mean()) / (gain.std() + 1e-6)
            ratio = (log.gather(1, flat["action"][some][:, None]).squeeze(1) - flat["log"][some]).exp()
            surprise = -(log.exp() * log.clamp(min=-50)).sum(1).mean()
            loss = -torch.minimum(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean() + 0.5 * F.mse_loss(worth, wanted[some]) - entropy * surprise
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def match(player, bot, count, threads, device):
    """The learner's best moves against a bot: its share of the win and its score in each game. It sits on seat 0 in the even ones."""
    batch = flipside.Batch("royalflip", count, 2, reward="win", seed=99, threads=threads, buffers=("observation", "mask"))
    mine, done = np.arange(count) % 2, np.zeros(count, bool)
    wins, scores, other, round_ = np.zeros(count), np.zeros(count), flipside.Bot(bot), 0
    while not done.all():
        learner = (batch.seat == mine) & ~done
        log, _ = player(features(torch.from_numpy(batch.observation).to(device)), torch.from_numpy(batch.mask()).to(device))
        actions = np.where(learner, log.argmax(1).int().cpu().numpy(), flipside.WAIT).astype(np.int32)
        batch.think(other, 1000 + round_, ~learner & ~done, actions)
        batch.step(actions)
        ended = (batch.over > 0) & ~done
        wins[ended], done, round_ = batch.reward[ended, mine[ended]], done | ended, round_ + 1
        scores[ended] = batch.score[ended, mine[ended]]
    return wins, scores


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, help="how long to learn (540, or 100 with --small)")
    parser.add_argument("--small", action="store_true", help="few games and a small net, for a processor")
    parser.add_argument("--games", type=int, help="that are played together")
    parser.add_argument("--steps", type=int, default=32, help="of all games between two improvements")
    parser.add_argument("--part", type=int, help="decisions that are looked at together")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--width", type=int)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--trace", type=float, default=0.95)
    parser.add_argument("--entropy", type=float, default=0.005)
    parser.add_argument("--match", type=int, default=500, help="games against each bot at the end")
    parser.add_argument("--bots", default="bot1,bot2")
    parser.add_argument("--threads", type=int, default=1, help="of the processor")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="a file for the curve")
    how = parser.parse_args()
    for name, usual, small in (("seconds", 540, 100), ("games", 32768, 256), ("part", 32768, 2048), ("width", 1024, 128)):
        if getattr(how, name) is None:
            setattr(how, name, small if how.small else usual)
    return how


def main():
    how = read_arguments()
    device = "cpu" if how.small or not torch.cuda.is_available() else "cuda"
    torch.manual_seed(how.seed)
    torch.set_float32_matmul_precision("high")
    games = Games(how.games, how.seed, device, how.threads)
    player = Player(games.batch.numbers, games.batch.actions, how.width, how.depth).to(device)
    optimizer = torch.optim.AdamW(player.parameters(), how.rate, eps=1e-5, weight_decay=1e-4)
    rollout, curve, start, steps, last = Rollout(games, how.steps), [], time.monotonic(), 0, 0.0
    played = 0.0
    while (spent := time.monotonic() - start) < how.seconds:
        left = 1 - spent / how.seconds
        for group in optimizer.param_groups:
            group["lr"] = how.rate * max(left, 0.02)
        score, ended = rollout.play(player, games)
        played += time.monotonic() - start - spent
        improve(player, optimizer, rollout, how, how.entropy * left)
        steps += how.games * how.steps
        if ended and (not curve or spent - last > how.seconds / 60):
            last = spent
            curve.append({"seconds": round(spent, 1), "steps": steps, "score": round(score, 2)})
            print(f"{spent:6.0f} s  {steps / 1e6:8.1f} million steps  {score:6.2f} points  (played for {played:.0f} s)", flush=True)
    result = {"seconds": round(time.monotonic() - start, 1), "steps": steps, "curve": curve, "matches": {}}
    for bot in filter(None, how.bots.split(",")):
        wins, scores = match(player, bot, how.match, how.threads, device)
        error = 1.96 / how.match ** 0.5
        result["matches"][bot] = {"games": how.match, "wins": wins.mean(), "wins_error": error * wins.std(), "score": scores.mean(),
                                  "score_error": error * scores.std()}
        print(f"against {bot}: {100 * wins.mean():.1f} ± {100 * error * wins.std():.1f} % of the wins, {scores.mean():.2f} ± "
              f"{error * scores.std():.2f} points", flush=True)
    if how.out:
        with open(how.out, "w", encoding="utf-8") as file:
            json.dump(result, file)


if __name__ == "__main__":
    main()
