// The switch for the sound of all games, in the head of a table.

import { useApp } from '../app';
import { wantSound } from '../sound';

export function SoundButton() {
  const on = useApp().settings.sound === 'on';
  return (
    <button
      class={on ? 'sound-button on' : 'sound-button'}
      role="switch"
      aria-checked={on}
      aria-label="Sound"
      title={on ? 'Sound is on' : 'Sound is off'}
      onClick={() => wantSound(!on)}
    >
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <path d={`M3 9h4l6-5v16l-6-5H3z${on ? 'M16 8a5 5 0 010 8M18.500 5a9 9 0 010 14' : 'M16 9l6 6M22 9l-6 6'}`} />
      </svg>
    </button>
  );
}
