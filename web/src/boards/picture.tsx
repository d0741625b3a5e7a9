// Covers are all in one manner: flat paper shapes, one ink line, one accent per game. 320 × 200.

import type { ComponentChildren } from 'preact';

export function Picture({ children }: { children: ComponentChildren }) {
  return (
    <svg class="cover-art" viewBox="0 0 320 200" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
      <rect class="ground" width="320" height="200" />
      {children}
    </svg>
  );
}
