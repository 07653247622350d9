import type { Engine } from '../engine.ts';
import { type ColourName, clothColours, shadesApart } from '../garment/colour-names.ts';

/** Source of a case's ground truth: a photograph labelled by a person, a drawing, or an order. */
export type Origin = 'photograph' | 'drawn flat' | 'dressed by the engine';

/** A picture, and the accepted colour names of its top and bottom; a missing part is not evaluated. */
export type ColourCase = {
  name: string;
  origin: Origin;
  picture: (engine: Engine) => Promise<Uint8Array>;
  top?: readonly ColourName[];
  bottom?: readonly ColourName[];
};

/** CIEDE2000 difference up to which two names are synonyms: cream and ivory, tan and camel, mustard and gold. */
const oneCloth = 6;

/** The accepted names of a known colour. */
export const namesOf = (colour: ColourName): ColourName[] =>
  colourNames.filter((other) => shadesApart(colour, other) < oneCloth);

/** All named colours. */
export const colourNames = Object.keys(clothColours) as ColourName[];
