import type { Sides } from '../words/sides.ts';

/** Occasions in order of precedence: an office party is a party, a beach wedding a wedding. */
const kinds = [
  'funeral',
  'interview',
  'wedding',
  'formal',
  'party',
  'date',
  'business',
  'sport',
  'outdoor',
  'beach',
  'travel',
  'casual',
] as const;

/** The occasion of an outfit. */
export type OccasionKind = (typeof kinds)[number] | 'general';

/** `weather` is undefined if the occasion does not imply one. */
export type Occasion = { kind: OccasionKind; weather: 'cold' | 'hot' | undefined };

/** The occasion of a text's affirmed words; `general` if nothing is recognised. */
export function occasionOf({ said }: Sides): Occasion {
  const is = (kind: string) => said.some(({ occasion }) => (occasion === 'dress code' ? 'formal' : occasion) === kind);
  const weather = (['cold', 'hot'] as const).find((one) => said.some((token) => token.weather === one));
  const byWeather = weather === 'cold' ? 'outdoor' : weather === 'hot' ? 'beach' : 'general';
  return { kind: kinds.find(is) ?? byWeather, weather };
}
