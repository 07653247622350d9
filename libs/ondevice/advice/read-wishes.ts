import { type ColourName, familyOf, nameOf } from '../garment/colour-names.ts';
import type { Material } from '../garment/garments.ts';
import type { Pattern } from '../garment/patterns.ts';
import type { Token } from '../words/read-words.ts';
import type { Sides } from '../words/sides.ts';
import { nounOf } from './garment-groups.ts';
import moods from './moods.json' with { type: 'json' };

/** Styles that people ask for by name; an id of the vocabulary each. */
export type StyleWish =
  | 'minimal'
  | 'classic'
  | 'sporty'
  | 'streetwear'
  | 'bohemian'
  | 'elegant'
  | 'edgy'
  | 'preppy'
  | 'casual'
  | 'formal'
  | 'feminine';

/** Patterns that outfits are recommended in. */
export type PatternWish = 'striped' | 'checked' | 'dotted' | 'floral';

/** Recognised terms, in order of appearance. */
export type Named = {
  colours: ColourName[];
  /** Colours of a mood ("pastels"): any of them matches. */
  mood: ColourName[];
  styles: StyleWish[];
  patterns: PatternWish[];
  /** Names of garments as used in the outfit templates. */
  garments: string[];
  materials: Material[];
};

/** Wanted and refused colours, garments, styles and patterns. */
export type Wishes = {
  wanted: Named;
  refused: Named;
  /** No patterns. */
  plain: boolean;
  /** Refused accessories, by their ids in the vocabulary. */
  refusedThings: readonly string[];
};

const patternWishes: Partial<Record<Pattern | 'plain', PatternWish>> = {
  stripes: 'striped',
  'vertical stripes': 'striped',
  pinstripes: 'striped',
  check: 'checked',
  dots: 'dotted',
  floral: 'floral',
};

/** The wishes of a text; unknown words are ignored. */
export function wishesOf({ said, denied }: Sides): Wishes {
  const wanted = named(said);
  const refused = named(denied);
  if (said.some(({ style }) => style === 'masculine')) refused.styles.push('feminine');
  const unwanted = unique([...refused.colours, ...refused.mood].flatMap(familyOf));
  refused.colours = unwanted.filter((colour) => !wanted.colours.includes(colour));
  wanted.mood = wanted.mood.filter((colour) => !refused.colours.includes(colour));
  return {
    wanted,
    refused,
    refusedThings: denied.flatMap(({ thing }) => thing ?? []),
    plain: said.some(({ pattern }) => pattern === 'plain') || denied.some(({ detail }) => detail === 'print'),
  };
}

function named(tokens: readonly Token[]): Named {
  const every = <One>(what: (token: Token) => One | readonly One[] | undefined): One[] =>
    unique(tokens.flatMap((token) => what(token) ?? []));
  return {
    // Denim is a cloth; a shade of its blue is blue.
    colours: every(({ colour }) => (colour === 'denim' ? undefined : colour && nameOf(colour))).map((colour) =>
      colour === 'denim' ? 'blue' : colour,
    ),
    mood: every(({ mood }) => moodColours[mood ?? '']),
    styles: every(({ style }) => (style === 'masculine' ? undefined : (style as StyleWish | undefined))),
    patterns: every(({ pattern }) => pattern && patternWishes[pattern]),
    garments: every(({ garment }) => garment && nounOf(garment)),
    materials: every(({ material }) => material),
  };
}

const moodColours = moods as unknown as Readonly<Record<string, readonly ColourName[]>>;
const unique = <One>(all: readonly One[]): One[] => [...new Set(all)];
