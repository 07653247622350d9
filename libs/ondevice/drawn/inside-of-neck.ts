import type { Cloth } from '../garment/paint-cloth.ts';
import type { Point } from '../pixels/points.ts';
import { mix } from '../pixels/scalar.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';

/**
 * The inside of a garment's back, as seen behind the neck: it closes what is left open where a wider collar was worn.
 *
 * @param rise how far it rises above the neckline's ends: a collar's back stands on the nape
 */
export function insideOfNeck(neck: readonly Point[], rise = 0.02): Part {
  const [right, left] = [neck[0]!, neck.at(-1)!];
  const back = Array.from({ length: 13 }, (_, i): Point => {
    const t = i / 12;
    return [mix(left[0], right[0], t), mix(left[1], right[1], t) - rise * (1 - (2 * t - 1) ** 4)];
  });
  return {
    outline: [...neck.map(([x, y]): Point => [x, y + 0.02]), ...back],
    form: () => 0,
    cloth: (x, y) => [x, y],
    behind: true,
  };
}

/** The cloth there: less light falls on the inside of a garment. Where the neck is hidden it is the front of a collar that stands round it. */
export const insideCloth = (cloth: Cloth, { neckHidden }: Pick<Measures, 'neckHidden'>): Cloth =>
  neckHidden
    ? cloth
    : {
        ...cloth,
        colour: [cloth.colour[0] * 0.5, cloth.colour[1] * 0.5, cloth.colour[2] * 0.5],
        second: [cloth.second[0] * 0.5, cloth.second[1] * 0.5, cloth.second[2] * 0.5],
      };
