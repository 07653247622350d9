import { label } from '../person/labels.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import { inverted, type Plane, times } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import type { ClothLight } from './cloth-light.ts';
import { coverage, ofPerson } from './coverage.ts';
import { isNeckKnown } from './is-neck-known.ts';
import type { Layer } from './layer.ts';
import { type Cloth, paintCloth } from './paint-cloth.ts';
import type { Subject } from './subject.ts';
import { neckBand, openFront, plain, shirtCollar, type Tailoring } from './tailoring.ts';
import type { Worn } from './worn.ts';

/**
 * Paints a garment over the worn one (`foreground`: sRGB 0..1, changed in place), within its outline and under its folds: no bare
 * arm, leg or neck is invented, so sleeves and hems that are longer on the photograph stay.
 */
export function recolour(
  foreground: readonly Plane[],
  subject: Subject,
  worn: Worn,
  layer: Layer,
  cloth: Cloth,
  light: ClothLight,
): void {
  if (layer.kind === 'bottom') {
    const cover = times(times(worn.bottom, subject.matte.map(ofPerson)), inverted(worn.untouchable));
    paintCloth(foreground, subject, cover, cloth, plain(subject.size), light);
  } else if (layer.kind === 'outer') recolourOuter(foreground, subject, worn, layer, cloth, light);
  else recolourTop(foreground, subject, worn, layer, cloth, light);
}

function recolourOuter(...[foreground, subject, worn, layer, cloth, light]: Parameters<typeof recolour>): void {
  const { size, matte, parsed } = subject;
  const tailoring = openFront(parsed.frame, size, layer.cut ?? 'zip', layer.collarless);
  const { open } = tailoring;
  const cover = times(coverage(subject, worn, layer), inverted(open));
  const near = gaussianBlur(cover, size, parsed.frame.shoulderWidth * 0.035);
  darken(foreground, (i) => open[i]! * near[i]! * 0.55 * (1 - worn.untouchable[i]!) * matte[i]!);
  paintCloth(foreground, subject, cover, cloth, tailoring, light);
}

function recolourTop(...[foreground, subject, worn, layer, cloth, light]: Parameters<typeof recolour>): void {
  const { size, matte, parsed, body } = subject;
  const cover = coverage(subject, worn, layer);
  const collared = layer.neck === 'collar';
  const tailoring = collared ? collarOn(subject) : neckBand(subject, cover);
  const { raised } = tailoring;
  if (collared)
    for (let i = 0; i < cover.length; i++)
      if (raised[i]! > 0) cover[i] = Math.max(cover[i]!, raised[i]! * ofPerson(matte[i]!) * (1 - worn.untouchable[i]!));
  const near = gaussianBlur(cover, size, parsed.frame.shoulderWidth * 0.02);
  darken(foreground, (i) => {
    if (parsed.labels[i] !== label.skin || parsed.face[i]! > 0 || body.v[i]! < -0.5) return 0;
    return clamp(near[i]! * (1 - cover[i]!) * 0.45, 0, 0.3) * matte[i]!;
  });
  paintCloth(foreground, subject, cover, cloth, tailoring, light);
}

/** A collar, where its place is known. */
const collarOn = (subject: Subject): Tailoring =>
  isNeckKnown(subject) ? shirtCollar(subject.parsed.frame, subject.size) : plain(subject.size);

/** A soft shadow, `by` 0..1 of each pixel's value. */
function darken(target: readonly Plane[], by: (i: number) => number): void {
  const first = target[0]!;
  for (let i = 0; i < first.length; i++) {
    const keep = 1 - by(i);
    if (keep < 1) for (const plane of target) plane[i]! *= keep;
  }
}
