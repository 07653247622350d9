import type { ColourName } from '../garment/colour-names.ts';
import { type Garment, garments, type Material, type WantedGarment } from '../garment/garments.ts';
import { completeOutfit, oneOfAKind, takeTie } from './complete-outfit.ts';
import { coloursIn, describeGarment, patternIn } from './describe-garment.ts';
import { readWords, type Token, type Words } from './read-words.ts';
import { orderedWords, type Sides, sides } from './sides.ts';

const { top, sweater } = garments as { top: Garment; sweater: Garment };
/** Materials of which, among tops, only sweaters are made. */
const knits: readonly Material[] = ['knit', 'wool'];
/** For a garment that must not have its usual colour. */
const otherColours: readonly ColourName[] = ['navy', 'white', 'charcoal', 'camel'];

/** What a description orders: its garments, and the words that it says and refuses. */
export type Understood = Sides & { wanted: WantedGarment[]; nounFirst: boolean };

/**
 * Reads the garments of a description ("navy blazer with a white t-shirt", "un vestido rojo"): each is described by the words
 * before it, and by those that follow it up to the next "and", "with" or comma; where what describes a noun follows it, the
 * other way round. What is refused ("no shirt", "not white") is left out. Colours or patterns without a garment imply a top.
 *
 * @param options.unnamed the garment that is described if none is named
 */
export function understand(description: string, { unnamed }: { unnamed?: string } = {}): Understood {
  const { tokens, nounFirst } = readWords(description);
  const { said, denied } = sides(orderedWords(tokens), { toAnd: true });
  const { left, tie } = takeTie(said, nounFirst);
  // A long tie is no bow tie.
  const noTie = denied.some(({ thing }) => thing === 'tie') || said.some(({ thing }) => thing === 'bow tie');
  const named = parse({ tokens: left, nounFirst }, unnamed);
  const outfit = completeOutfit(named, tie ? 'said' : noTie ? 'denied' : undefined);
  const unwanted = coloursIn(denied);
  const usualColour = otherColours.find((colour) => !unwanted.includes(colour));
  const wanted = outfit.map((one) => (unwanted.length === 0 || one.colour ? one : { ...one, usualColour }));
  return { said, denied, nounFirst, wanted };
}

/** The garments of a description; none if no garment, colour or pattern is recognised. */
export const understandDescription = (description: string): WantedGarment[] => understand(description).wanted;

function parse({ tokens: all, nounFirst }: Words, unnamed: string | undefined): WantedGarment[] {
  const tokens = withoutDetails(withoutLeadToCut(all), nounFirst);
  const nouns = tokens.flatMap(({ garment }, at) =>
    garment && !isDescription(tokens, at) ? [{ at, name: garment }] : [],
  );
  let from = 0;
  let taken: readonly Token[] = [];
  const wanted = nouns.map(({ at, name }, k) => {
    const next = nouns[k + 1];
    const behind = tokens.slice(at + 1, next && firstOfCompound(tokens, next.at));
    const print = printBehind(behind, nounFirst, next !== undefined);
    const printed = print.slice(
      Math.max(
        0,
        print.findIndex(({ join }) => join === 'with'),
      ),
    );
    const before = tokens.slice(from, at + 1).filter((token) => !taken.includes(token));
    taken = behind.filter((_, k) => isCutBehind(tokens, at + 1 + k));
    const own = nounFirst ? withoutLead(behind, next !== undefined) : ownBehind(behind, next !== undefined);
    from = at + 1 + (nounFirst ? own.length : Math.max(print.length, colouredBehind(behind, own)));
    const after = nounFirst ? own.filter((token) => !printed.includes(token)) : own;
    return describeGarment(name, garments[name] ?? top, { before, after, printed: [...printed, ...taken] });
  });
  const [only] = wanted;
  // A single garment gets the colour wherever it is in the text: "a sweater, cream".
  if (only && wanted.length === 1) return [{ ...only, colour: only.colour ?? coloursIn(tokens)[0] }];
  if (wanted.length > 0) return oneOfAKind(wanted);
  const as = (name: string, garment: Garment) =>
    describeGarment(name, garment, { before: tokens, after: [], printed: [] });
  if (unnamed) return [as(unnamed, garments[unnamed] ?? top)];
  const loose = as('top', top);
  if (knits.includes(loose.material)) return [as('sweater', sweater)];
  return loose.colour || loose.pattern ? [loose] : [];
}

/** Whether a noun only describes another one: "shirt" in "shirt dress", and what is a cloth too in "knit midi dress", "dress in knit". */
function isDescription(tokens: readonly Token[], at: number): boolean {
  const next = tokens.findIndex(({ garment, stop, join, colour }, k) => k > at && (garment ?? stop ?? join ?? colour));
  const isCloth = tokens[at]?.material !== undefined && !tokens[at]?.text.includes(' ');
  const before = tokens[at - 1]?.join;
  if (isCloth && (before === 'of' || before === 'in')) return true;
  return tokens[next]?.garment !== undefined && (next === at + 1 || isCloth);
}

/**
 * Tokens without the colours of what is not dressed ("jeans and white sneakers") and of details ("with gold buttons"), which are
 * no colours of a garment.
 */
function withoutDetails(tokens: readonly Token[], nounFirst: boolean): Token[] {
  const isOfDetail = (at: number): boolean => {
    const [near, beyond] = nounFirst ? [tokens[at - 1], tokens[at - 2]] : [tokens[at + 1], tokens[at + 2]];
    const isLast = !beyond || Boolean(beyond.stop ?? beyond.join ?? beyond.article);
    const clause = tokens
      .slice(0, at)
      .findLast(({ stop, join, garment }) => stop ?? (join !== 'of' && join) ?? garment);
    const isDetail = isLast && Boolean(near?.filler ?? near?.detail ?? near?.unknown);
    return near?.thing !== undefined || (clause?.join === 'with' && isDetail);
  };
  return tokens.filter(({ colour, garment }, at) => garment || !colour || !isOfDetail(at));
}

/** Where the words of a compound noun begin, such as those of "shirt dress". */
function firstOfCompound(tokens: readonly Token[], at: number): number {
  let first = at;
  while (tokens[first - 1]?.garment) first--;
  return first;
}

const ends = ({ stop, join }: Token): boolean =>
  Boolean(stop && stop !== ':') || join === 'and' || join === 'with' || join === 'over' || join === 'under';

/** The words behind a garment, up to the next "and", "with" or comma; a pair of colours is one: "in blue and white stripes". */
function ownBehind(behind: readonly Token[], isBefore: boolean): Token[] {
  const start = behind[0]?.join === 'in' || behind[0]?.join === 'of' ? 1 : 0;
  const end = behind.findIndex((token, k) => k >= start && ends(token) && !isPair(behind, k, isBefore));
  return behind.slice(start, end < 0 ? undefined : end);
}

/** Whether an "and" joins two colours of one thing: at the end, or before a pattern. */
function isPair(tokens: readonly Token[], at: number, isBefore: boolean): boolean {
  const after = tokens[at + 2];
  const isLast = (!after && !isBefore) || after?.stop !== undefined || after?.pattern !== undefined;
  return tokens[at]?.join === 'and' && Boolean(tokens[at - 1]?.colour && tokens[at + 1]?.colour) && isLast;
}

/** Up to where the words behind a garment are its own and not the next one's: "in green", ": green". */
const colouredBehind = (behind: readonly Token[], own: readonly Token[]): number =>
  1 +
  behind.findLastIndex(
    ({ colour }, k) => colour && k <= own.length && (behind[k - 1]?.join === 'in' || behind[k - 1]?.stop === ':'),
  );

/** Where what describes a noun follows it: the words without those that lead to the next noun. */
function withoutLead(behind: readonly Token[], isBefore: boolean): readonly Token[] {
  if (!isBefore) return behind;
  const at = behind.findLastIndex((token) => ends(token) && token.join !== 'under');
  return at >= 0 && behind.length - at <= longestLead ? behind.slice(0, at) : behind;
}

const longestLead = 4;

/** The words behind a garment to the end of its print, "with white polka dots", unless they lead to the next garment. */
function printBehind(behind: readonly Token[], nounFirst: boolean, isBefore: boolean): readonly Token[] {
  const start = behind.findIndex(({ stop, join }) => stop || join === 'with');
  if (behind[start]?.join !== 'with') return [];
  const isEnd = ({ stop, join }: Token) => stop || join === 'with' || join === 'over' || (nounFirst && join === 'and');
  const clause = behind.findIndex((token, k) => k > start && isEnd(token));
  const inClause = behind.slice(0, clause < 0 ? undefined : clause);
  const end = nounFirst ? inClause.length : endOfPrint(inClause, start);
  if (!patternIn(inClause.slice(start, end))) return [];
  const after = behind[end];
  const isClosed = after ? ends(after) || after.join === 'in' : !isBefore;
  return isClosed ? behind.slice(0, end) : [];
}

/** The end of a print's pattern, with a "print" and "in blue and white" that follow. */
function endOfPrint(tokens: readonly Token[], from: number): number {
  let end = tokens.findIndex(({ pattern }, k) => k > from && pattern) + 1;
  const isMore = (at: number) => tokens[at]?.pattern || tokens[at]?.detail === 'print';
  // "Vertical navy stripes".
  while (end > 0 && (isMore(end) || (tokens[end]?.colour && isMore(end + 1)))) end++;
  if (tokens[end]?.join !== 'in' || !tokens[end + 1]?.colour) return end;
  const isTwo = (tokens[end + 2]?.join === 'and' || tokens[end + 2]?.join === 'on') && tokens[end + 3]?.colour;
  return end + (isTwo ? 4 : 2);
}

/** Whether a word is of a garment's cut and no other follows that it could describe: it is said of the garment before it. */
function isCutBehind(tokens: readonly Token[], at: number): boolean {
  const { garment, sleeve, neck, cut, length } = tokens[at] ?? {};
  const after = tokens[at + 1];
  return !garment && Boolean(sleeve ?? neck ?? cut ?? length) && (!after || Boolean(after.stop ?? after.join));
}

/** Tokens without those that lead to a cut: "a dress with long sleeves and a v-neck" as "a dress long sleeves v-neck". */
const withoutLeadToCut = (tokens: readonly Token[]): Token[] =>
  tokens.filter(({ join, article }, at) => {
    const isJoined = join === 'with' || join === 'of' || (join === 'and' && isCutBehind(tokens, at - 1));
    const led = tokens[at + 1]?.article ? at + 2 : at + 1;
    return !((isJoined && isCutBehind(tokens, led)) || (article && isCutBehind(tokens, at + 1)));
  });
