import { type ColourName, clothColours, colourAliases } from './colour-names.ts';
import { type Garment, garments } from './garments.ts';
import { cutAsSaid } from './leg-cuts.ts';
import { type Material, materialWords } from './materials.ts';
import { type Pattern, patternWords } from './patterns.ts';

/** A garment from a description; `usualColour` is implied by its name ("jeans"). */
export type WantedGarment = Omit<Garment, 'colour'> & {
  name: string;
  colour: ColourName | undefined;
  usualColour: ColourName | undefined;
  secondColour: ColourName | undefined;
  pattern: Pattern | undefined;
};

const byLength = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length);
const escaped = (word: string) => word.replace(/[-]/g, '[- ]?');
const garmentPattern = new RegExp(`\\b(${byLength(Object.keys(garments)).map(escaped).join('|')})(?:e?s)?\\b`, 'g');
const garmentOf = new Map(Object.keys(garments).map((name) => [plain(name), name]));
const colourOf = new Map<string, ColourName>([
  ...(Object.keys(clothColours) as ColourName[]).map((name) => [name, name] as const),
  ...Object.entries(colourAliases),
]);
const colourPattern = new RegExp(`\\b(${byLength(colourOf.keys()).join('|')})\\b`, 'g');
const { top: plainTop } = garments as { top: Garment };
const materialPattern = new RegExp(`\\b(${Object.keys(materialWords).join('|')})\\b`);

/**
 * Parses garments from an English description ("navy blazer with a white t-shirt") by vocabulary: each garment is described
 * by the words after the previous one, and by those that follow it up to the next "and", "with" or comma. Colours or patterns
 * without a garment imply a top.
 *
 * @returns an empty list if no garment, colour or pattern is recognised
 */
export function understandDescription(description: string): WantedGarment[] {
  const text = description.toLowerCase().replace(/\bt ?shirt/g, 't-shirt');
  const found = headNouns([...text.matchAll(garmentPattern)], text);
  let from = 0;
  const wanted = found.map((match): WantedGarment => {
    const end = match.index + match[0].length;
    const before = text.slice(from, end);
    const rest = text.slice(end);
    const after = /^\s+(?:in|of|made)\b/.test(rest) ? clause(rest.replace(/^\s+(?:in|of|made)\b/, '')) : clause(rest);
    from = end;
    const name = garmentOf.get(plain(match[1]!))!;
    return describe(name, garments[name]!, before, after);
  });
  const [only] = wanted;
  // A single garment gets the colour wherever it is in the text: "a sweater, cream".
  if (only && wanted.length === 1) return [{ ...only, colour: only.colour ?? coloursIn(text)[0] }];
  if (wanted.length > 0) return withoutRepeats(wanted);
  const loose = describe('top', plainTop, text, '');
  return loose.colour || loose.pattern ? [loose] : [];
}

function plain(word: string): string {
  return word.replace(/[- ]/g, '');
}

const clause = (text: string): string => text.slice(0, 60).split(/\band\b|\bwith\b|\bover\b|[,.;]/)[0]!;

function describe(name: string, { colour, ...garment }: Garment, before: string, after: string): WantedGarment {
  // The colour nearest to the noun is its own: "with black buttons, a white shirt".
  const near = before.slice(
    Math.max(before.lastIndexOf(','), before.lastIndexOf(';'), before.lastIndexOf(' with ')) + 1,
  );
  const said =
    coloursIn(near).length > 0 ? coloursIn(near) : coloursIn(before).length > 0 ? coloursIn(before) : coloursIn(after);
  const words = before + after;
  const pattern = patternWords.find(([expression]) => expression.test(words))?.[1];
  const two = /\band\b/.test(before) || /\bon\b/.test(before);
  const [first, second] = pattern && two ? said : said.slice(-1);
  const material: Material = materialWords[materialPattern.exec(words)?.[0] ?? ''] ?? garment.material;
  return {
    ...garment,
    name,
    material,
    colour: first,
    usualColour: material === 'denim' ? 'denim' : colour,
    secondColour: second,
    pattern,
    ...(garment.lower && { lower: cutAsSaid(garment.lower, words) }),
    ...(/long[- ]sleeve/.test(words) && { sleeve: 2 }),
    ...(/short[- ]sleeve/.test(words) && { sleeve: 0.55 }),
    ...(/sleeveless|strapless/.test(words) && { sleeve: 0 }),
    ...(/\bv[- ]?neck/.test(words) && { neck: 'v' as const }),
    ...(/turtle|roll[- ]?neck/.test(words) && { neck: 'turtle' as const }),
  };
}

/** The colours named in a text; "denim" only counts where no other colour says which denim. */
function coloursIn(text: string): ColourName[] {
  const named = [...text.matchAll(colourPattern)].map(([word]) => colourOf.get(word)!);
  return named.some((name) => name !== 'denim') ? named.filter((name) => name !== 'denim') : named;
}

/** In "shirt dress" or "sweater vest" the last noun is the garment; the words before it only describe it. */
const headNouns = (found: readonly RegExpExecArray[], text: string): RegExpExecArray[] =>
  found.filter((match, k) => {
    const next = found[k + 1];
    return !next || /[^\s-]/.test(text.slice(match.index + match[0].length, next.index));
  });

/** One garment per kind: a second mention ("a sweater, the sweater oversized") only adds missing properties. */
function withoutRepeats(wanted: readonly WantedGarment[]): WantedGarment[] {
  const kept: WantedGarment[] = [];
  for (const one of wanted) {
    const same = kept.findIndex((other) => other.kind === one.kind);
    if (same < 0) kept.push(one);
    else if (!kept[same]!.colour && one.colour) kept[same] = { ...kept[same]!, colour: one.colour };
  }
  return kept;
}
