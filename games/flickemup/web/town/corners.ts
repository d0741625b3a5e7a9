// The light of the sky where a processor draws: worked out at the corners of things instead of at every point of the picture, and without
// shadows. It costs a quarter of the real one, so that the town moves and is sharper while it does.

import { Color, MeshBasicMaterial, type MeshBasicMaterialParameters, type Texture, Vector3, Vector4 } from 'three';

/** Strength and colour of a light, as the sky has them. */
const light = (colour: string, strength: number): Color => new Color(colour).multiplyScalar(strength / Math.PI);

const lights = (night: boolean): Record<string, { value: Color | Vector3 | Vector4[] }> => ({
  sunward: { value: new Vector3(-0.95, -0.85, 1).normalize() },
  sun: { value: night ? light('#9db4e6', 1.25) : light('#ffdca6', 3.5) },
  sky: { value: night ? light('#6a719c', 1.15) : light('#fff6e6', 1.6) },
  floor: { value: night ? light('#4a3626', 1.15) : light('#b89470', 1.6) },
  room: { value: light('#ffcf96', night ? 0.3 : 0) },
  /** Where the lamps hang, and how bright they are. */
  lamps: { value: [0.22, 0.78].map((x) => new Vector4(900 * x, 300, 250, night ? 150000 / Math.PI : 0)) },
  lamplight: { value: new Color('#ffb765') },
});

const head = /* glsl */ `
uniform vec3 sunward, sun, sky, floor, room, lamplight;
uniform vec4 lamps[2];
varying vec3 lit;
`;

const atCorner = /* glsl */ `
vec3 facing = normalize(mat3(modelMatrix) * normal);
vec3 here = (modelMatrix * vec4(transformed, 1.0)).xyz;
lit = room + sun * max(0.0, dot(facing, sunward)) + mix(floor, sky, 0.5 * facing.y + 0.5);
for (int i = 0; i < 2; i++) {
  vec3 way = lamps[i].xyz - here;
  lit += lamplight * lamps[i].w * max(0.0, dot(facing, normalize(way))) / dot(way, way);
}
`;

/** `shine`: what glows by itself. */
export function litAtCorners(looks: MeshBasicMaterialParameters, night: boolean, shine: Texture | null = null): MeshBasicMaterial {
  const material = new MeshBasicMaterial(looks);
  if (shine) material.defines = { SHINE: '' };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, lights(night), shine ? { shine: { value: shine } } : {});
    shader.vertexShader = `${head}${shader.vertexShader.replace('#include <project_vertex>', `#include <project_vertex>${atCorner}`)}`;
    shader.fragmentShader = `varying vec3 lit;\n#ifdef SHINE\nuniform sampler2D shine;\n#endif\n${shader.fragmentShader
      .replace('#include <color_fragment>', '#include <color_fragment>\ndiffuseColor.rgb *= lit;')
      .replace('#include <opaque_fragment>', '#ifdef SHINE\noutgoingLight += 0.95 * texture2D(shine, vMapUv).rgb;\n#endif\n#include <opaque_fragment>')}`;
  };
  return material;
}
