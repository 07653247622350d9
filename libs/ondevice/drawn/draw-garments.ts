import type { Cloth } from '../garment/cloth.ts';
import { clothLight } from '../garment/cloth-light.ts';
import type { Lower } from '../garment/garments.ts';
import type { Layer } from '../garment/layer.ts';
import { paintCloth } from '../garment/paint-cloth.ts';
import { type SeenCloth, usualCloth } from '../garment/see-clothes.ts';
import type { Subject } from '../garment/subject.ts';
import { bodyPart, mapBody } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { luminanceOf } from '../pixels/colour.ts';
import { inverted, maskWhere, type Plane, type Rgb, times, union } from '../pixels/plane.ts';
import { canvasOf, castShadow, finish, lay, type Piece, restore } from './canvas.ts';
import { addFolds, lightOverTop } from './folds.ts';
import { outlineLower } from './lower.ts';
import type { Measures } from './measures.ts';
import { coverOf, enlarged, joined, polygonShape, shapeOf, softMask } from './outline.ts';
import { outlineUpper } from './upper.ts';

/** The dressed person's colours (sRGB 0..1, meaningful where `matte` > 0) and opacity. */
export type Drawn = { foreground: Rgb; matte: Plane };

/** What is drawn: an open jacket or coat, a dress or a garment on the legs, its cloth, and the `worn` one below it; `lower` is cut as the layer unless given. */
export type Drawable = { layer: Layer; cloth: Cloth; lower?: Lower | undefined; worn?: SeenCloth };

/**
 * Draws garments from the inside out over a person: nothing worn is taken away but what stands out beside a garment on the legs. Hair, head
 * and hands come back on top.
 */
export function drawGarments(subject: Subject, measures: Measures, garments: readonly Drawable[]): Drawn {
  const canvas = canvasOf(subject);
  const { head, hair, hands } = subject.protected;
  const reach = shadowReach * measures.scale;
  for (const { layer, cloth, lower = layer.lower, worn = usualCloth } of garments) {
    const piece: Piece =
      layer.kind === 'outer'
        ? outlineUpper(subject, measures, layer)
        : outlineBelow(subject, measures, lower!, layer.kind === 'dress');
    if (piece.away) lay(canvas, piece.away);
    castShadow(canvas, piece.cover, reach, 0.5);
    const light =
      layer.kind === 'bottom'
        ? measures.broadLight.map(Math.log)
        : lightOverTop(subject, measures, worn, luminanceOf(cloth.colour));
    lay(
      canvas,
      piece.cover,
      paint({ ...subject, matte: union(canvas.alpha, piece.cover) }, measures, light, cloth, piece),
    );
    if (piece.before) castShadow(canvas, times(piece.before, subject.matte), reach, 0.4, true);
  }
  castShadow(canvas, times(union(head, hands, hair), subject.matte), reach, 0.4, true);
  restore(canvas, subject, hair, subject.hairColours);
  restore(canvas, subject, union(head, hands), subject.foreground);
  return finish(canvas);
}

/** How far shadows fall, and how far beside worn cloth its soft border reaches, in shoulder widths. */
const [shadowReach, fringe] = [0.032, 0.03];

/** A skirt or trousers, with the worn top if it is a dress. */
function outlineBelow(subject: Subject, measures: Measures, lower: Lower, dress: boolean): Piece {
  const { size, matte, parsed, body, protected: kept } = subject;
  const { scale, torso, toBody } = measures;
  const { labels } = parsed;
  const { outlines, relief, hemY } = outlineLower(measures, lower, dress);
  const where = (isInside: (i: number) => boolean) => maskWhere(labels.length, isInside);
  const y = (i: number) => toBody(i % size.width, Math.floor(i / size.width))[1];
  const onArm = (i: number) => labels[i] === label.skin && body.part[i] !== bodyPart.torso;
  const isTop = (i: number) => labels[i] === label.top;
  // Shoes, bare arms, and unless it is a dress the worn top.
  const hangsOver = where((i) => labels[i] === label.shoes || onArm(i) || (isTop(i) && !dress));
  const before = union(softMask(hangsOver, size), kept.hands);
  // What is worn above the new waist is covered too.
  const above = where((i) => labels[i] === label.bottom && y(i) < torso);
  const shape = outlines.map((outline) => polygonShape(outline, measures, size)).reduce(joined);
  const below = times(coverOf(joined(shape, shapeOf(above, size, 0.014 * scale))), inverted(before));
  const top = softMask(
    where((i) => isTop(i) && y(i) < hemY),
    size,
  );
  const legs = where((i) => (labels[i] === label.bottom || labels[i] === label.skin) && !onArm(i) && y(i) > torso);
  const away = times(coverOf(enlarged(shapeOf(legs, size), fringe * scale)), inverted(before));
  for (let i = 0; i < away.length; i++) if (away[i]! > 0 && y(i) > hemY - fringe) away[i] = 0;
  const piece = { relief, before, away };
  return dress ? { ...piece, cover: union(below, times(top, matte)), sleeves: top } : { ...piece, cover: below };
}

/** Paints a piece as cloth of a subject who wears it already, so that light, rims and patterns follow its outline. `light`: the log light on it. */
function paint(subject: Subject, measures: Measures, light: Plane, cloth: Cloth, piece: Piece): Rgb {
  const { cover, sleeves, tailoring, relief } = piece;
  const { parsed, size, matte, shading } = subject;
  const labels = parsed.labels.slice();
  const body = mapBody(parsed.frame, matte, size);
  for (let i = 0; i < matte.length; i++) {
    if (cover[i]! > 0) labels[i] = cloth.kind === 'bottom' ? label.bottom : label.top;
    if (!sleeves || sleeves[i]! < 0.5) body.part[i] = bodyPart.torso;
  }
  addFolds(light, relief, cover, measures, size.width);
  const worn = {
    ...subject,
    body,
    parsed: { ...parsed, labels },
    shading: { luminance: shading.luminance, residual: light },
  };
  const plane = () => new Float32Array(cover.length);
  const colours: Rgb = [plane(), plane(), plane()];
  const whole = maskWhere(cover.length, (i) => cover[i]! > 0);
  paintCloth(colours, worn, whole, cloth, clothLight(worn, measures)({ share: 1, contrast: 1 }), tailoring);
  return colours;
}
