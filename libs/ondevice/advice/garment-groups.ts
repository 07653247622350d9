import nouns from './nouns.json' with { type: 'json' };

const { same, groups } = nouns as Readonly<{
  /** Garments of the vocabulary, by the nouns that outfits have for them. */
  same: Readonly<Record<string, string>>;
  /** Words for several garments of the outfits: "no coats" excludes all of them. */
  groups: Readonly<Record<string, readonly string[]>>;
}>;

/** Refused trousers are everything with two long legs; wanted ones are trousers. */
const withLegs = ['trousers', 'jeans', 'chinos', 'joggers', 'leggings', 'jumpsuit'];

/** What the outfits call a garment of the vocabulary. */
export const nounOf = (garment: string): string => same[garment] ?? garment;

/** Whether one of `names` refers to `noun`. */
export const isMeant = (noun: string, names: readonly string[]): boolean =>
  names.some((name) => name === noun || groups[name]?.includes(noun));

/** Whether the wishes exclude a garment; what is wanted by its own name is not. */
export const isRefused = (noun: string, refused: readonly string[], wanted: readonly string[]): boolean =>
  isMeant(noun, refused) || (refused.includes('trousers') && withLegs.includes(noun) && !wanted.includes(noun));

/** Interchangeable garments for the legs. */
export const bottoms = ['trousers', 'jeans', 'chinos', 'shorts', 'skirt', 'joggers', 'leggings'] as const;
