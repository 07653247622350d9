import { label } from '../person/labels.ts';
import type { Plane } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import { quantile } from '../pixels/statistics.ts';

/** What the brightest of a person reflects in a well exposed photograph (eyes, teeth, white cloth, light on skin), and a lit face. */
const brightest = { share: 0.985, reflects: 0.8 } as const;
const lit = { share: 0.9, reflects: 0.5 } as const;
/** White that is darker than by the first is called grey, brighter than by the second it has no folds. */
const range = [0.86, 1.06] as const;
/** One pixel of so many is enough. */
const sampled = 5;

/** What is known of a person (`Subject`): luminance, linear 0..1, opacity, face and labels of each pixel. */
export type Exposed = { shading: { luminance: Plane }; matte: Plane; parsed: { face: Plane; labels: Uint8Array } };

/**
 * The photograph's brightness as a factor on cloth, by the person alone, as what lies behind is lit in another way. A face tells in
 * people who wear black, the brightest parts in people with dark skin.
 */
export function exposureOf({ shading: { luminance }, matte, parsed: { face, labels } }: Exposed): number {
  const [person, skin]: [number[], number[]] = [[], []];
  for (let i = 0; i < matte.length; i += sampled) {
    if (matte[i]! < 0.95) continue;
    person.push(luminance[i]!);
    if (face[i]! > 0.9 && labels[i] === label.skin) skin.push(luminance[i]!);
  }
  const ofPerson = quantile(person, brightest.share) / brightest.reflects;
  const ofFace = skin.length > 0 ? quantile(skin, lit.share) / lit.reflects : 0;
  return clamp(Math.max(ofPerson, ofFace), ...range);
}
