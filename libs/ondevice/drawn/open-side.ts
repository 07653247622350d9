import { zip } from './fastenings.ts';
import { bands, frontBand } from './front-band.ts';
import { frontEdge } from './front-edge.ts';
import { lapel } from './lapels.ts';
import type { Measures } from './measures.ts';
import type { ContactShadow, Part, Seam } from './part.ts';
import { type Side, sign } from './side.ts';
import type { Trunk } from './trunk.ts';
import { upperSeams } from './upper-details.ts';
import type { UpperStyle } from './upper-styles.ts';

/** One side of an open garment: which of the trunk it is (positive inside), its shadow and seams, and what is sewn on over it. */
export type OpenSide = {
  inside: (x: number, y: number) => number;
  shadow: ContactShadow;
  seams: readonly Seam[];
  over: readonly Part[];
};

/** How a side of a garment that is open in front is made: its edge from neck to hem, with a zip, lapels or a band along it. */
export function openSide(measures: Measures, body: Trunk, style: UpperStyle, side: Side): OpenSide {
  const d = sign(side);
  const from = side === 0 ? body.neck.at(-1)! : body.neck[0]!;
  const hem = body.hem[45]![1];
  const edge = frontEdge(measures, side, from, hem, style.front);
  const band = bands[style.collar];
  const zipped = style.front === 'zip' ? zip(side, edge, from[1], hem) : [];
  return {
    inside: (x, y) => d * (x - edge(y)),
    shadow: { strength: 0.42, dx: -d * 0.03, dy: 0.03, blur: 0.032 },
    seams: [...upperSeams(measures, body, style, d), ...zipped],
    over: [
      ...(style.collar === 'lapels' ? lapel(measures, side, from, edge) : []),
      ...(band ? [frontBand(side, from, edge, hem, band, body.form)] : []),
    ],
  };
}
