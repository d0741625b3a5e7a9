// The way back to an invitation, for somebody who takes a lesson before sitting down.

import { follow } from '../route';

const kept = 'flipside.invitation';

export const keepInvitation = (path: string) => sessionStorage.setItem(kept, path);
export const forgetInvitation = () => sessionStorage.removeItem(kept);

export function BackToInvitation() {
  const path = sessionStorage.getItem(kept);
  return path ? (
    <a class="button" href={path} onClick={follow}>
      Back to the invitation
    </a>
  ) : null;
}
