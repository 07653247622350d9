import { type ColourName, clothColours, colourAliases } from '../garment/colour-names.ts';
import { garments } from '../garment/garments.ts';
import { type Material, materialWords } from '../garment/materials.ts';
import { colourFamilies, colourMoods } from './colour-groups.ts';

/** Styles that people ask for by name. */
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

/** Patterns that people ask for by name. */
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
  /** The refused words, for items outside the vocabulary, such as ties. */
  refusedWords: readonly string[];
};

const styleWords: readonly (readonly [RegExp, StyleWish])[] = [
  [/\bminimal(?:ist|istic|ism)?\b|\bsimple\b|\bclean\b|\bunderstated\b/, 'minimal'],
  [/\bclassic(?:al)?\b|\btimeless\b|\btraditional\b|\bbusiness\b/, 'classic'],
  [/\bsport(?:y|s|ive)?\b|\bathletic\b|\bathleisure\b|\bactive(?:wear)?\b/, 'sporty'],
  [/\bstreet(?:wear|[- ]style)?\b|\burban\b|\bskater?\b|\bhip[- ]?hop\b/, 'streetwear'],
  [/\bboho\b|\bbohemian\b|\bhippie\b|\bromantic\b/, 'bohemian'],
  [/\belegant\b|\belegance\b|\bchic\b|\bsophisticated\b|\bglam(?:orous)?\b|\bluxur\w+\b|\brefined\b/, 'elegant'],
  [/\bedgy\b|\brock(?:er)?\b|\bpunk\b|\bgrunge\b|\bgoth(?:ic)?\b|\bbiker\b/, 'edgy'],
  [/\bpreppy\b|\bcollegiate\b|\bivy\b|\bnautical\b/, 'preppy'],
  [/\bcasual\b|\brelaxed\b|\bcomf(?:y|ortable)\b|\bcosy\b|\bcozy\b|\beveryday\b/, 'casual'],
  [/\bformal\b|\bdressy\b|\bsmart\b|\btailored\b|\bsharp\b/, 'formal'],
  [/\bfeminine\b|\bwomenswear\b|\bgirly\b|\bladylike\b/, 'feminine'],
];

const patternWords: readonly (readonly [RegExp, PatternWish])[] = [
  [/\b(?:pin)?strip(?:e|es|ed|ey|y)\b|\bbreton\b/, 'striped'],
  [/\bcheck(?:s|ed|ered)?\b|\bplaid\b|\btartan\b|\bgingham\b/, 'checked'],
  [/\bpolka\b|\bdots?\b|\bdotted\b/, 'dotted'],
  [/\bfloral\b|\bflower(?:s|y)?\b|\bbotanical\b/, 'floral'],
];

/** Synonyms of the templates' garments. */
const sameGarment: Readonly<Record<string, string>> = {
  tee: 't-shirt',
  jumper: 'sweater',
  pullover: 'sweater',
  sweatshirt: 'pullover',
  pants: 'trousers',
  slacks: 'trousers',
  suit: 'suit jacket',
  polo: 'polo shirt',
  'button-down': 'shirt',
  'turtleneck sweater': 'turtleneck',
};

const byLength = (words: string[]) => words.sort((a, b) => b.length - a.length);
const colourOf: Readonly<Record<string, ColourName>> = {
  ...Object.fromEntries((Object.keys(clothColours) as ColourName[]).map((name) => [name, name])),
  ...colourAliases,
};
const colourPattern = new RegExp(`\\b(${byLength(Object.keys(colourOf)).join('|')})s?\\b`, 'g');
const garmentPattern = new RegExp(
  `\\b(${byLength(Object.keys(garments))
    .map((name) => name.replace('-', '[- ]?'))
    .join('|')})(?:e?s)?\\b`,
  'g',
);
const materialPattern = new RegExp(`\\b(${Object.keys(materialWords).join('|')})\\b`, 'g');

const refusal =
  /\b(?:no|not|non|none|never|without|avoid(?:ing)?|except|nothing|hate|dislike|less|anything but|don'?t|doesn'?t|do not|can'?t|cannot|won'?t)\b/;
const wish = /\b(?:but|instead|rather|prefer|love|only|please|however|although|yes)\b/;

/** The parts of a text that are not negated. */
export const saidIn = (text: string): string => sides(text).said;

/** Parses wishes from free English text by vocabulary; unknown words are ignored. */
export function readWishes(text: string): Wishes {
  const { said, denied } = sides(text);
  const wanted = named(said);
  const refused = named(denied);
  const unwanted = withFamilies([...refused.colours, ...refused.mood]);
  refused.colours = unwanted.filter((colour) => !wanted.colours.includes(colour));
  wanted.mood = wanted.mood.filter((colour) => !refused.colours.includes(colour));
  return {
    wanted,
    refused,
    refusedWords: denied.match(/\p{L}{3,}/gu) ?? [],
    plain: /\bplain\b|\bsolid\b|\bunpatterned\b/.test(said) || /\bpatterns?\b|\bprints?\b/.test(denied),
  };
}

/**
 * Splits a text into affirmed and negated parts. A "no" applies to the end of its clause, and to a whole list that ends in
 * "or": "no red, black or yellow".
 */
function sides(original: string): { said: string; denied: string } {
  const text = original
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    // Not colours.
    .replace(/\b(?:black|white)[- ]tie\b|\bred carpet\b/g, 'formal');
  const said: string[] = [];
  const denied: string[] = [];
  for (const sentence of text.split(/[.;!?\n\r]+/)) {
    const parts = sentence.split(',');
    let listing = false;
    parts.forEach((part, k) => {
      const at = part.search(refusal);
      if (at < 0 && !(listing && listGoesOn(parts, k))) {
        listing = false;
        said.push(part);
        return;
      }
      listing = true;
      if (at > 0) said.push(part.slice(0, at));
      const rest = part.slice(Math.max(0, at));
      // The "but" of "anything but" does not end the negation.
      const turn = rest.replace('anything but', 'anything    ').search(wish);
      denied.push(turn < 0 ? rest : rest.slice(0, turn));
      if (turn >= 0) said.push(rest.slice(turn));
    });
  }
  return { said: said.join(' , '), denied: denied.join(' , ') };
}

/** Whether the part is in a list of short parts that ends in "or". */
function listGoesOn(parts: readonly string[], from: number): boolean {
  for (const part of parts.slice(from)) {
    if (refusal.test(part) || wish.test(part) || part.trim().split(' ').length > 4) return false;
    if (/\bn?or\b/.test(part)) return true;
  }
  return false;
}

function named(text: string): Named {
  const colours = [...text.matchAll(colourPattern)].map(([, word]) => colourOf[word ?? ''] as ColourName);
  const moods = colourMoods.filter(([word]) => word.test(text)).flatMap(([, group]) => group);
  const pieces = [...text.matchAll(garmentPattern)].map(([, word = '']) => {
    const name = word.replace(/^t[- ]?shirt$/, 't-shirt').replace(/^button[- ]?down$/, 'button-down');
    return sameGarment[name] ?? name;
  });
  const materials = [...text.matchAll(materialPattern)].map(([, word]) => materialWords[word ?? ''] as Material);
  return {
    colours: [...new Set(colours.filter((colour) => colour !== 'denim'))],
    mood: [...new Set(moods)],
    styles: styleWords.filter(([word]) => word.test(text)).map(([, style]) => style),
    patterns: patternWords.filter(([word]) => word.test(text)).map(([, pattern]) => pattern),
    garments: [...new Set(pieces)],
    materials: [...new Set(materials)],
  };
}

const withFamilies = (colours: readonly ColourName[]): ColourName[] => [
  ...new Set(colours.flatMap((colour) => [colour, ...(colourFamilies[colour] ?? [])])),
];
