import type { Layer } from '../garment/layer.ts';
import type { Cloth } from '../garment/paint-cloth.ts';
import type { Subject } from '../garment/subject.ts';
import type { Worn } from '../garment/worn.ts';
import { armsBelow, without } from './bare-arms.ts';
import { type Canvas, restore } from './canvas.ts';
import type { Measures } from './measures.ts';
import { neckShape, necklinePoints } from './necklines.ts';
import { paintPart } from './paint-part.ts';
import { both, type Side } from './side.ts';
import { sleeve } from './sleeve.ts';
import { besideBody, trunk } from './trunk.ts';
import { upperStyle } from './upper-styles.ts';

export function drawUpper(canvas: Canvas, measures: Measures, subject: Subject, worn: Worn, layer: Layer, cloth: Cloth): void {
  const style = upperStyle(layer);
  const { torso } = measures;
  const shape = neckShape(layer.neck, measures, worn.neckline === undefined ? undefined : worn.neckline * torso);
  const neck = necklinePoints(measures, shape, style.lift);
  const hem = Math.max(style.hem, (worn.waist ?? 0) + 0.03);
  const body = trunk(measures, {
    side: (side) => [
      besideBody(measures, side, 0.36, style.ease, style.extra * 0.7),
      besideBody(measures, side, 0.66, style.ease * 1.03, style.extra),
      besideBody(measures, side, hem, style.ease * style.hemEase, style.extra),
    ],
    neck,
    neckShare: shape.share,
    lift: style.lift,
    hemBow: 0.03,
    folds: style.folds,
    seed: 11,
    armhole: layer.sleeve === 0 ? 0.22 : 0,
  });
  paintPart(canvas, measures, { ...body, shadow: { strength: 0.35 } }, cloth);
  const arms =
    layer.sleeve === 0
      ? []
      : both((side: Side) =>
          paintPart(
            canvas,
            measures,
            sleeve(measures, side, {
              end: Math.min(layer.sleeve, 1.95),
              ease: style.sleeveEase,
              extra: style.sleeveExtra,
              lift: style.lift,
              folds: style.folds,
              trunk: body.form,
            }),
            cloth,
          ),
        );
  restore(canvas, subject, without(armsBelow(subject, measures, layer.sleeve), arms, canvas.size.width));
}
