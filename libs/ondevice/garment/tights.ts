import type { Layer } from './layer.ts';

/** What shows of the legs below a skirt that is drawn over trousers. */
export const tights: Layer = {
  kind: 'bottom',
  name: 'leggings',
  neck: 'crew',
  sleeve: 0,
  material: 'cotton',
  lower: { cut: 'slim trousers', length: 2 },
  colour: [28, 28, 32],
  second: [28, 28, 32],
  pattern: 'solid',
};
