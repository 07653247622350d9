/** Words for several garments of the templates: "no coats" excludes all of them. */
const groups: Readonly<Record<string, readonly string[]>> = {
  jacket: ['jacket', 'leather jacket', 'denim jacket', 'bomber jacket'],
  coat: ['overcoat', 'trench coat', 'parka'],
  dress: ['dress', 'gown', 'sundress'],
  'suit jacket': ['suit jacket', 'tuxedo'],
  blazer: ['blazer'],
  sweater: ['sweater', 'turtleneck', 'pullover'],
  top: ['t-shirt', 'tank top', 'tunic', 'blouse'],
  vest: ['cardigan'],
  waistcoat: ['cardigan'],
  camisole: ['tank top'],
};

/** Refused trousers are everything with two long legs; wanted ones are trousers. */
const withLegs = ['trousers', 'jeans', 'chinos', 'joggers', 'leggings', 'jumpsuit'];

/** Whether one of `names` refers to `noun`. */
export const isMeant = (noun: string, names: readonly string[]): boolean =>
  names.some((name) => name === noun || groups[name]?.includes(noun));

/** Whether the wishes exclude a garment; what is wanted by its own name is not. */
export const isRefused = (noun: string, refused: readonly string[], wanted: readonly string[]): boolean =>
  isMeant(noun, refused) || (refused.includes('trousers') && withLegs.includes(noun) && !wanted.includes(noun));

/** Interchangeable garments for the legs. */
export const bottoms = ['trousers', 'jeans', 'chinos', 'shorts', 'skirt', 'joggers', 'leggings'] as const;
