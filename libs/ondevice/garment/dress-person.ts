import { label } from '../person/labels.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import { linearBytes, type Triple } from '../pixels/colour.ts';
import { inverted, type Plane, type Rgb, times } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import type { Approximation } from './approximation.ts';
import { clothLight } from './cloth-light.ts';
import { clothColours } from './colour-names.ts';
import { coverage } from './coverage.ts';
import { type LaidPrint, layOnBody, naturalHem, type Print } from './lay-on-body.ts';
import { surfaces } from './materials.ts';
import { necklineCurve } from './neckline.ts';
import { type Cloth, paintCloth } from './paint-cloth.ts';
import type { Pattern } from './patterns.ts';
import type { Subject } from './subject.ts';
import { neckBand, openFront, plain, shirtCollar, type Tailoring } from './tailoring.ts';
import type { WantedGarment } from './wanted-garment.ts';
import { measureWorn, type Worn } from './worn.ts';

/** A fully specified garment; both colours as sRGB bytes. */
export type Layer = Omit<WantedGarment, 'colour' | 'usualColour' | 'secondColour' | 'pattern'> & {
  colour: Triple;
  second: Triple;
  pattern: Pattern;
  /** The garment itself, laid flat, when there is one to wear. */
  print?: Print;
};

/** The dressed person's colours (sRGB 0..1), the approximations, and the number of visible layers. */
export type Dressed = { foreground: Rgb; approximations: readonly Approximation[]; shown: number };

/** Minimum share of the picture for a garment to count as visible. */
const leastShare = 0.004;

const drawn = { dress: 0, top: 0, outer: 1, bottom: -1 } as const;

/**
 * Paints `layers` on a person, from the inside out. Shapes only cover the worn clothes: no bare arm, leg or neck is invented,
 * so sleeves and hems that are longer on the photograph stay.
 */
export function dressPerson(subject: Subject, layers: readonly Layer[]): Dressed {
  const worn = measureWorn(subject);
  const light = clothLight(subject);
  const foreground = subject.foreground.map((plane) => plane.slice());
  const approximations = new Set<Approximation>();
  let shown = 0;
  for (const layer of withSomethingUnderneath(layers)) {
    const cloth = clothOf(layer);
    if (layer.kind === 'bottom') {
      if (worn.bottomShare < leastShare) {
        approximations.add('not_in_picture');
        continue;
      }
      const cover = times(times(worn.bottom, subject.matte), inverted(worn.untouchable));
      paintCloth(foreground, subject, cover, cloth, plain(subject.size), light);
      approximations.add('cut_kept');
    } else {
      const dressed = layer.print ? { ...cloth, laid: lay(layer.print, subject, worn, layer) } : cloth;
      putOn(foreground, subject, worn, layer, (cover, tailoring) =>
        paintCloth(foreground, subject, cover, dressed, tailoring, light),
      );
      if (worn.sleeve > layer.sleeve + 0.25) approximations.add('sleeves_kept');
      if (layer.kind === 'dress') approximations.add('length_kept');
    }
    shown++;
  }
  return { foreground: [foreground[0]!, foreground[1]!, foreground[2]!], approximations: [...approximations], shown };
}

function lay(print: Print, subject: Subject, worn: Worn, { neck }: Layer): LaidPrint {
  const hem = clamp(Math.max(naturalHem(print.shape, subject.parsed.frame), worn.waist ?? 0), 0.5, 1.12);
  const neckline = clamp(necklineCurve(neck, worn.neckline)(0), -0.15, 0.4);
  return layOnBody(print, subject, neckline, hem);
}

function putOn(
  foreground: readonly Plane[],
  subject: Subject,
  worn: Worn,
  layer: Layer,
  paint: (cover: Plane, tailoring: Tailoring) => void,
): void {
  const { size, matte, parsed, body } = subject;
  const scale = parsed.frame.shoulderWidth;
  let cover = coverage(subject, worn, layer);
  let tailoring = plain(size);
  if (layer.kind === 'outer') {
    tailoring = openFront(parsed.frame, size, layer.cut ?? 'zip');
    const { open } = tailoring;
    cover = times(cover, inverted(open));
    const near = gaussianBlur(cover, size, scale * 0.035);
    darken(foreground, (i) => open[i]! * near[i]! * 0.55 * (1 - worn.untouchable[i]!) * matte[i]!);
  } else {
    if (layer.neck === 'collar') {
      tailoring = shirtCollar(parsed.frame, size);
      const { raised } = tailoring;
      for (let i = 0; i < cover.length; i++)
        if (raised[i]! > 0) cover[i] = Math.max(cover[i]!, raised[i]! * matte[i]! * (1 - worn.untouchable[i]!));
    } else tailoring = neckBand(subject, cover);
    const near = gaussianBlur(cover, size, scale * 0.02);
    darken(foreground, (i) => {
      if (parsed.labels[i] !== label.skin || parsed.face[i]! > 0 || body.v[i]! < -0.5) return 0;
      return clamp(near[i]! * (1 - cover[i]!) * 0.45, 0, 0.3) * matte[i]!;
    });
  }
  paint(cover, tailoring);
}

/** A soft shadow, `by` 0..1 of each pixel's value. */
function darken(target: readonly Plane[], by: (i: number) => number): void {
  const first = target[0]!;
  for (let i = 0; i < first.length; i++) {
    const keep = 1 - by(i);
    if (keep < 1) for (const plane of target) plane[i]! *= keep;
  }
}

/** An open jacket needs something underneath: a plain light or dark t-shirt, whichever stands out. */
function withSomethingUnderneath(layers: readonly Layer[]): Layer[] {
  const jacket = layers.find(({ kind }) => kind === 'outer');
  const lined = [...layers];
  if (jacket && !layers.some(({ kind }) => kind === 'top' || kind === 'dress')) {
    const dark = jacket.colour[0] + jacket.colour[1] + jacket.colour[2] < 330;
    const colour = clothColours[dark ? 'white' : 'charcoal'];
    const underneath = { kind: 'top', name: 't-shirt', neck: 'crew', sleeve: 2, material: 'cotton' } as const;
    lined.push({ ...underneath, colour, second: colour, pattern: 'solid' });
  }
  return lined.sort((a, b) => drawn[a.kind] - drawn[b.kind]);
}

const clothOf = ({ kind, colour, second, pattern, material }: Layer): Cloth => ({
  kind,
  colour: linearBytes(colour),
  second: linearBytes(second),
  pattern,
  surface: surfaces[material],
});
