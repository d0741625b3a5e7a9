"""Random play in ten lines: how often does it beat a level 1 bot?"""
import flipside
import numpy as np

random, wins, games = np.random.default_rng(1), 0.0, 100
env = flipside.FlipsideEnv("royalflip", seats=2, opponents="bot1")
for game in range(games):
    (_, info), over = env.reset(seed=game), False
    while not over:
        _, reward, over, _, info = env.step(int(random.choice(np.flatnonzero(info["action_mask"]))))
    wins += reward
print(f"random play wins {100 * wins / games:.1f} % of {games} games against bot1")
