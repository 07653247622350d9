import type { Layer } from '../garment/layer.ts';
import type { Subject } from '../garment/subject.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { maskWhere, type Plane } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { mix, smoothstep } from '../pixels/scalar.ts';
import type { Piece } from './canvas.ts';
import { flutes } from './folds.ts';
import { type Front, openFront } from './front.ts';
import { type BodyMeasures, both, sign } from './measures.ts';
import { bowed, coverOf, enlarged, joined, polygonShape, type Shape, shapeOf, withoutWisps } from './outline.ts';

/** How an open garment for the upper body is made: it ends at `hem` (v), or `below` of the way from hips to ankles, and lies `ease` outside of what is worn. */
type Style = Front & { hem: number; below?: number; ease: number };

// A blazer is closed by one button at the waist, its corners rounded away.
const blazer: Style = { hem: 1.16, ease: 0.03, collar: 'lapels', pockets: 'flaps', opening: [0.1, 0.01, 0.02, 0.16] };
const coat: Style = { ...blazer, below: 0.62, ease: 0.04, opening: [0.14, 0.1, 0.11, 0.19] };
const jacket: Style = { hem: 1.02, ease: 0.03, collar: 'shirt', pockets: 'none', opening: [0.11, 0.09, 0.1, 0.11] };

/** How the jacket or coat of a layer is made, by its name and cut. */
function styleOf({ name, cut, material, collarless }: Layer): Style {
  const collared = (style: Style): Style => (collarless ? { ...style, collar: 'none' } : style);
  if (/parka|rain/.test(name)) return collared({ ...coat, below: 0.3, collar: 'shirt' });
  if (/(?<!waist)coat/.test(name)) return collared(coat);
  if (cut === 'blazer') return collared(blazer);
  if (cut === 'cardigan') return { ...jacket, hem: 1.1, collar: 'none' };
  if (cut === 'overshirt') return collared({ ...jacket, pockets: 'chest' });
  if (material === 'leather') return collared({ ...jacket, collar: 'lapels' });
  return collared(name === 'jacket' ? jacket : { ...jacket, collar: 'stand' });
}

/** How far outside of the person a jacket may hang below the armpits, in shoulder widths; where a sleeve ends at the latest, as `along` an arm. */
const [hangs, cuff] = [0.06, 1.9];
/** Over which length labels' borders are smoothed, and half the width of what is taken for a strand or a scrap, in shoulder widths. */
const [smooth, wisp] = [0.014, 0.03];

/**
 * The outline of a jacket or coat, open in front: sleeves and shoulders are the worn outline a little enlarged, so that they follow the person;
 * below the armpits it hangs as it is cut.
 */
export function outlineUpper(subject: Subject, measures: BodyMeasures, layer: Layer): Piece {
  const { size, matte } = subject;
  const { scale, torso, legs } = measures;
  const style = styleOf(layer);
  const level = (which: 0 | 2) => (legs[0].joints[which][1] + legs[1].joints[which][1]) / 2;
  // In a portrait the ankles are guesses.
  const down = Math.max(level(2) - level(0), 1.2 * torso);
  const hemY = style.below === undefined ? style.hem * torso : level(0) + style.below * down;
  const shape = polygonShape(trunk(measures, style, hemY), measures, size);
  const parts = partsUnder(subject, shape, Math.min(layer.sleeve, cuff));
  const grown = (mask: Plane) =>
    enlarged(shapeOf(withoutWisps(mask, size, wisp * scale), size, smooth * scale), style.ease * scale);
  const [onTrunk, sleeves, person] = [grown(parts.trunk), grown(parts.arms), shapeOf(matte, size, smooth * scale)];
  const rows = polygonShape([[-9, -9], ...bowed([-1, hemY], [1, hemY], 0.03), [9, -9]], measures, size);
  const { opening, tailoring } = openFront(measures, size, style, hemY);
  const pitY = measures.pits[0][1];
  const free = style.below === undefined ? Number.POSITIVE_INFINITY : torso;
  for (let i = 0; i < shape.length; i++) {
    const y = measures.toBody(i % size.width, Math.floor(i / size.width))[1];
    // On the shoulders it lies as close as its sleeves, and a coat hangs free below the hips.
    const away = y > free ? 9 : mix(style.ease, hangs, smoothstep(pitY, pitY + 0.2, y));
    const hanging = y < pitY ? onTrunk[i]! : Math.min(shape[i]!, person[i]! + away * scale);
    shape[i] = Math.min(Math.max(onTrunk[i]!, hanging), rows[i]!, -opening[i]!);
  }
  return {
    cover: coverOf(layer.sleeve === 0 ? shape : joined(shape, sleeves)),
    sleeves: coverOf(sleeves),
    tailoring,
    relief: (x, y) =>
      0.009 * flutes(x / 0.7, 9) * smoothstep(0.35 * torso, 0.7 * torso, y) +
      (style.below === undefined ? 0 : 0.03 * flutes(x / 0.8, 7) * smoothstep(torso, hemY, y)),
  };
}

/** The trunk of a garment in body coordinates: above the shoulders, where the worn outline tells how high they are, down the sides to the hem. */
function trunk(measures: BodyMeasures, { ease, below }: Style, hemY: number): Point[] {
  const { shoulders, pits, half, torso, neckHalf, chin } = measures;
  const long = below !== undefined;
  const [left, right] = both((side): Point[] => {
    const d = sign(side);
    const beside = (v: number, y: number, extra: number): Point => [d * (half(side, v) * 1.06 + ease + extra), y];
    const [x, y] = shoulders[side];
    return [
      [d * neckHalf, Math.max(-0.4, 0.8 * chin[1])],
      [x, y - 0.3],
      [x + d * 0.16, y - 0.2],
      [x + d * 0.14, y],
      [pits[side][0] + d * 0.04, pits[side][1]],
      beside(0.36, 0.36 * torso, 0),
      beside(0.66, 0.66 * torso, 0.01),
      beside(1, Math.min(1.04 * torso, hemY - 0.1), long ? 0.03 : 0.01),
      beside(1, hemY + 0.1, long ? 0.13 : 0.02),
    ];
  });
  return [...left, ...right.toReversed()];
}

/** How far above the shoulder line, in v, a garment lies over bare skin and hair, and how far out over hair, in u: the rest is beside the body. */
const highest = { skin: -0.2, hair: -0.09, hairOut: 0.62 } as const;

/** What of the person lies under the trunk of a garment and under its sleeves: worn cloth must not stand out beside the new one. */
function partsUnder({ matte, body, parsed: { labels }, protected: kept }: Subject, shape: Shape, sleeve: number) {
  const lies = (i: number): boolean =>
    labels[i] === label.hair
      ? body.v[i]! > highest.hair && Math.abs(body.u[i]!) < highest.hairOut
      : labels[i] !== label.skin || body.v[i]! > highest.skin;
  const seen = (i: number) => matte[i]! >= 0.5 && kept.hands[i]! <= 0.5 && kept.head[i]! <= 0.5;
  const onTrunk = (i: number) => body.part[i] === bodyPart.torso;
  const isSleeve = (i: number): boolean =>
    labels[i] === label.top
      ? sleeve >= 1 || body.along[i]! < sleeve
      : labels[i] === label.skin && body.along[i]! < sleeve;
  return {
    trunk: maskWhere(matte.length, (i) => {
      if (!seen(i) || (sleeve === 0 && !onTrunk(i))) return false;
      return (shape[i]! > 0 && lies(i)) || (onTrunk(i) && labels[i] === label.top && sleeve > 0);
    }),
    arms: maskWhere(matte.length, (i) => sleeve > 0 && seen(i) && !onTrunk(i) && isSleeve(i)),
  };
}
