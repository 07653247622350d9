import { type ColourName, clothColours } from '../garment/colour-names.ts';
import { garments } from '../garment/garments.ts';
import type { Material } from '../garment/materials.ts';
import { sides } from '../garment/negations.ts';
import { toEnglish } from '../garment/to-english.ts';
import { colourAliases, garmentAliases, materialWords } from '../garment/words/en.ts';
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
  raincoat: 'trench coat',
  peacoat: 'overcoat',
  puffer: 'parka',
  gilet: 'cardigan',
  tracksuit: 'joggers',
  overalls: 'jumpsuit',
};

const byLength = (words: string[]) => words.sort((a, b) => b.length - a.length);
const colourOf: Readonly<Record<string, ColourName>> = {
  ...Object.fromEntries((Object.keys(clothColours) as ColourName[]).map((name) => [name, name])),
  ...colourAliases,
};
const colourPattern = new RegExp(`\\b(${byLength(Object.keys(colourOf)).join('|')})s?\\b`, 'g');
const garmentPattern = new RegExp(
  `\\b(${byLength(Object.keys({ ...garments, ...garmentAliases }))
    .map((name) => name.replace('-', '[- ]?'))
    .join('|')})(?:e?s)?\\b`,
  'g',
);
const materialPattern = new RegExp(`\\b(${Object.keys(materialWords).join('|')})\\b`, 'g');

/** The parts of a text that are not negated. */
export const saidIn = (text: string): string => sides(toEnglish(text).text).said;

/** Parses wishes from free text in the languages of the vocabulary; unknown words are ignored. */
export function readWishes(text: string): Wishes {
  const { said, denied } = sides(toEnglish(text).text);
  const wanted = named(said);
  const refused = named(denied);
  if (/\b(?:menswear|masculine)\b/.test(said)) refused.styles.push('feminine');
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

function named(text: string): Named {
  const colours = [...text.matchAll(colourPattern)].map(([, word]) => colourOf[word ?? ''] as ColourName);
  const moods = colourMoods.filter(([word]) => word.test(text)).flatMap(([, group]) => group);
  const pieces = [...text.matchAll(garmentPattern)].map(([, word = '']) => {
    const name = word.replace(/^t[- ]?shirt$/, 't-shirt').replace(/^button[- ]?down$/, 'button-down');
    const known = garmentAliases[name] ?? name;
    return sameGarment[known] ?? known;
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
