// What the browser can draw with. A graphics card gets the fine look; where a processor has to do it all, the same town is drawn
// with plainer shading, so that it still moves. An element with data-graphics="fine" or "plain" above the stage decides instead.

export type Means = 'fine' | 'plain';

export function wishOf(element: HTMLElement): Means | null {
  const wish = element.closest<HTMLElement>('[data-graphics]')?.dataset.graphics;
  return wish === 'fine' || wish === 'plain' ? wish : null;
}

export function meansOf(element: HTMLElement): Means {
  const wish = wishOf(element);
  if (wish) return wish;
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) throw new Error('The browser has no WebGL.');
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name) ? 'plain' : 'fine';
}
