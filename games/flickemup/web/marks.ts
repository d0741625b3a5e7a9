// What is what, for somebody's first shoot-out.

export const marks = () => [
  { at: '.fu-goal', words: 'The goal: what your side has to do before the clock runs out. Tap it to read it all.' },
  { at: '.fu-stage', words: 'What counts: a bullet that knocks a man over. Three hits, and he is out.' },
  { at: '.fu-bar', words: 'What to press: a cowboy, then what he does. To flick, pull back and let go.' },
];
