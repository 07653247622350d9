import type { Token } from './read-words.ts';

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
