import { isContent, readWords, type Token } from './read-words.ts';

/** What a text affirms, and what it refuses. */
export type Sides = { said: Token[]; denied: Token[] };

const comma: Token = { text: ',', stop: ',' };

/** Reads a text as what it affirms and what it refuses. */
export const readSides = (text: string): Sides => sides(readWords(text).tokens);

/**
 * Splits a text into affirmed and refused words. A "no" refuses to the end of its clause, or what precedes it where nothing
 * follows ("trousers: no"), and a whole list that ends in "or": "no red, black or yellow".
 *
 * @param options.toAnd whether an "and" ends a refusal: "no shirt and jeans"
 */
export function sides(tokens: readonly Token[], { toAnd = false } = {}): Sides {
  const result: Sides = { said: [], denied: [] };
  for (const sentence of split(tokens, ({ stop }) => stop === '.')) {
    const parts = split(sentence, ({ stop }) => stop === ',');
    let listing = false;
    parts.forEach((part, k) => {
      listing = splitPart(part, listing && goesOn(parts.slice(k)), toAnd, result);
    });
  }
  return result;
}

/** Splits one part. @returns whether it ends in a refusal, which a list may continue */
function splitPart(part: readonly Token[], isListed: boolean, toAnd: boolean, { said, denied }: Sides): boolean {
  const at = isListed ? 0 : refusalIn(part);
  if (at < 0) {
    said.push(...part, comma);
    return false;
  }
  const length = isListed ? part.length : part.slice(at).findIndex((_, k) => k > 0 && turns(part, at, at + k, toAnd));
  const end = length < 0 || isListed ? part.length : at + length;
  const refused = part.slice(at, end);
  const isBehind = !isListed && !refused.some(isContent);
  const kept = isBehind || refused[0]?.negation === 'after' ? [] : part.slice(0, at);
  if (kept.length > 0) said.push(...kept, comma);
  denied.push(...part.slice(kept.length, end), comma);
  return end < part.length ? splitPart(part.slice(end), false, toAnd, { said, denied }) : true;
}

/** Where a refusal begins: "no", or the "to" of "I prefer skirts to trousers"; -1 if nowhere. */
function refusalIn(part: readonly Token[]): number {
  const prefer = part.findIndex(({ negation }) => negation === 'prefer');
  return part.findIndex(({ negation, join }, k) => {
    if (negation && refusing.includes(negation)) return true;
    const isThan = join === 'than' || ((join === 'to' || join === 'over') && !part[k + 1]?.order);
    return isThan && prefer >= 0 && prefer < k && part.slice(prefer, k).some(isContent);
  });
}

const refusing = ['no', 'avoid', 'after'];

/** Whether a refusal that begins at `from` ends: an order to "avoid" things goes for all of them, "no shirt and jeans" does not. */
function turns(part: readonly Token[], from: number, at: number, toAnd: boolean): boolean {
  const { negation, join } = part[at] ?? {};
  const isNext = part[from]?.negation !== 'avoid' || part[at + 1]?.order !== undefined;
  return negation === 'turn' || negation === 'prefer' || (toAnd && join === 'and' && isNext);
}

/** The most words of a part of a list. */
const listed = 4;

/** Whether parts are those of a list of short parts that ends in "or". */
function goesOn(parts: readonly (readonly Token[])[]): boolean {
  for (const part of parts) {
    if (part.some(({ negation }) => negation) || part.length > listed) return false;
    if (part.some(({ join }) => join === 'or')) return true;
  }
  return false;
}

/** The parts of a list of tokens, without what separates them. */
export function split(tokens: readonly Token[], isBetween: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (isBetween(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

/**
 * An order without what it says of the garments that are worn already: "replace the tee with a blouse" orders the blouse. Labels
 * ("top: a red tee") separate garments.
 */
export function orderedWords(tokens: readonly Token[]): Token[] {
  const ordered: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const to = token.order === 'replace' ? replacementOf(tokens, at) : -1;
    if (to >= 0) at = to;
    else if (token.place && tokens[at + 1]?.stop === ':') {
      ordered.push({ text: ',', stop: ',' });
      at++;
    } else ordered.push(token);
  }
  return ordered;
}

/** Where the word is that leads to what replaces something, in the same clause; -1 if nowhere. */
function replacementOf(tokens: readonly Token[], from: number): number {
  const clause = tokens.findIndex(({ stop }, k) => k > from && stop);
  const end = clause < 0 ? tokens.length : clause;
  return tokens.findIndex(
    ({ join }, k) =>
      k > from + 1 && k < end && (join === 'with' || join === 'by' || (join === 'to' && tokens[k + 1]?.article)),
  );
}
