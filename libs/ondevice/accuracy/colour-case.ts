import type { Engine } from '../engine.ts';
import { type ColourName, clothColours, shadesApart } from '../garment/colour-names.ts';

/** Where a case's truth comes from: a person who looked at a photograph, or what was drawn or asked for. */
export type Origin = 'photograph' | 'drawn flat' | 'dressed by the engine';

/** A picture, and what its top and bottom may be called; a part that is not named is not judged. */
export type ColourCase = {
  name: string;
  origin: Origin;
  picture: (engine: Engine) => Promise<Uint8Array>;
  top?: readonly ColourName[];
  bottom?: readonly ColourName[];
};

/** CIEDE2000 up to which two names are two words for one cloth: cream and ivory, tan and camel, mustard and gold. */
const oneCloth = 6;

/** What cloth of a known colour may be called. */
export const namesOf = (colour: ColourName): ColourName[] =>
  colourNames.filter((other) => shadesApart(colour, other) < oneCloth);

/** Every colour that has a name. */
export const colourNames = Object.keys(clothColours) as ColourName[];
