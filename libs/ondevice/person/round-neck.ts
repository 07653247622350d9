import type { BodyFrame } from './body-frame.ts';

/** How far a place round the neck is from the chin at most: to both sides in face widths, above and below it in face heights. */
export type Reach = { readonly aside: number; readonly above: number; readonly below: number };

/** Whether a pixel of the picture lies round the neck, wherever the head is. */
export function roundNeck(
  { head, down }: Pick<BodyFrame, 'head' | 'down'>,
  { aside, above, below }: Reach,
): (x: number, y: number) => boolean {
  return (x, y) => {
    const dx = x - head.chin[0];
    const dy = y - head.chin[1];
    const along = (dx * down[0] + dy * down[1]) / head.height;
    return Math.abs(dx * down[1] - dy * down[0]) < aside * head.width && along > -above && along < below;
  };
}
