import type { SaidColour } from '../words/said-colour.ts';
import type { ColourName } from './colour-names.ts';
import type { Garment } from './garments.ts';
import type { Pattern } from './patterns.ts';

/** A garment from a description; `usualColour` is implied by its name ("jeans"), `tie` the colour of one worn with it. */
export type WantedGarment = Omit<Garment, 'colour' | 'set'> & {
  name: string;
  colour: SaidColour | undefined;
  usualColour: ColourName | undefined;
  secondColour: SaidColour | undefined;
  pattern: Pattern | undefined;
  tie?: ColourName;
  /** Whether it is a jacket that was ordered without a collar. */
  collarless?: true;
  /** Whether another garment of its kind was ordered too, which is not drawn. */
  hides?: true;
  /** Whether it was ordered in two colours without a pattern: only one is drawn. */
  mixed?: true;
};
