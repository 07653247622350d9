import { type ColourName, familyOf, nameOf } from '../garment/colour-names.ts';
import type { Material } from '../garment/garments.ts';
import type { Pattern } from '../garment/patterns.ts';
import type { Token } from '../words/read-words.ts';
import type { Sides } from '../words/sides.ts';
import moods from './moods.json' with { type: 'json' };
import nouns from './nouns.json' with { type: 'json' };
import occasions from './occasions.json' with { type: 'json' };

/** The occasion of an outfit. */
export type OccasionKind = keyof typeof occasions;

/** `weather` is undefined if the occasion does not imply one. */
export type Occasion = { kind: OccasionKind; weather: 'cold' | 'hot' | undefined };

/** Occasions in order of precedence, which is the table's: an office party is a party, a beach wedding a wedding. */
const kinds = Object.keys(occasions) as OccasionKind[];

/** The occasion of a text's affirmed words; `general` if nothing is recognised. */
export function occasionOf({ said }: Sides): Occasion {
  const is = (kind: string) => said.some(({ occasion }) => (occasion === 'dress code' ? 'formal' : occasion) === kind);
  const weather = (['cold', 'hot'] as const).find((one) => said.some((token) => token.weather === one));
  const byWeather = weather === 'cold' ? 'outdoor' : weather === 'hot' ? 'beach' : 'general';
  return { kind: kinds.find(is) ?? byWeather, weather };
}

/** Patterns that outfits are recommended in. */
export type PatternWish = 'striped' | 'checked' | 'dotted' | 'floral';

/** Recognised terms, in order of appearance. */
type Named = {
  colours: ColourName[];
  /** Colours of a mood ("pastels"): any of them matches. */
  mood: ColourName[];
  /** Ids of the vocabulary, of which outfits have some as tags. */
  styles: string[];
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

/** The wishes of a text; unknown words are ignored. */
export function wishesOf({ said, denied }: Sides): Wishes {
  const wanted = named(said);
  const refused = named(denied);
  if (said.some(({ style }) => style === 'masculine')) refused.styles.push('feminine');
  const unwanted = unique([...refused.colours, ...refused.mood].flatMap(familyOf));
  refused.colours = without(unwanted, wanted.colours);
  wanted.mood = without(wanted.mood, refused.colours);
  return {
    wanted,
    refused,
    refusedThings: denied.flatMap(({ thing }) => thing ?? []),
    plain: said.some(({ pattern }) => pattern === 'plain') || denied.some(({ detail }) => detail === 'print'),
  };
}

/** `wishes` with the colours, garments and things of `more`, which do not overrule them. */
export function withWishesOf(wishes: Wishes, more: Wishes): Wishes {
  const both = (which: 'wanted' | 'refused', other: 'wanted' | 'refused'): Named => ({
    ...wishes[which],
    colours: without(unique([...wishes[which].colours, ...more[which].colours]), wishes[other].colours),
    garments: unique([...wishes[which].garments, ...more[which].garments]),
  });
  return {
    ...wishes,
    wanted: both('wanted', 'refused'),
    refused: both('refused', 'wanted'),
    refusedThings: unique([...wishes.refusedThings, ...more.refusedThings]),
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
    styles: every(({ style }) => (style === 'masculine' ? undefined : style)),
    patterns: every(({ pattern }) => pattern && patternWishes[pattern]),
    garments: every(({ garment }) => garment && (same[garment] ?? garment)),
    materials: every(({ material }) => material),
  };
}

const moodColours = moods as unknown as Readonly<Record<string, readonly ColourName[]>>;
const patternWishes: Partial<Record<Pattern | 'plain', PatternWish>> = {
  stripes: 'striped',
  'vertical stripes': 'striped',
  pinstripes: 'striped',
  check: 'checked',
  dots: 'dotted',
  floral: 'floral',
};
const { same, groups } = nouns as Readonly<{
  /** Garments of the vocabulary, by the nouns that outfits have for them. */
  same: Readonly<Record<string, string>>;
  /** Words for several garments of the outfits: "no coats" excludes all of them. */
  groups: Readonly<Record<string, readonly string[]>>;
}>;

const unique = <One>(all: readonly One[]): One[] => [...new Set(all)];
const without = <One>(all: readonly One[], others: readonly One[]): One[] => all.filter((one) => !others.includes(one));

/** Whether one of `names` refers to `noun`. */
export const isMeant = (noun: string, names: readonly string[]): boolean =>
  names.some((name) => name === noun || groups[name]?.includes(noun));

/** Refused trousers are everything with two long legs; wanted ones are trousers. */
const withLegs = ['trousers', 'jeans', 'chinos', 'joggers', 'leggings', 'jumpsuit'];

/** Whether the wishes exclude a garment; what is wanted by its own name is not. */
export const isRefused = (noun: string, { wanted, refused }: Wishes): boolean =>
  isMeant(noun, refused.garments) ||
  (refused.garments.includes('trousers') && withLegs.includes(noun) && !wanted.garments.includes(noun));
