const refusal =
  /\b(?:no|not|non|none|never|without|avoid(?:ing)?|except|exclud(?:e|ing)|skip|remove|take off|nothing|hates?|dislikes?|less|anything but|other than|don'?t|doesn'?t|do not|can'?t|cannot|won'?t|wouldn'?t|aren'?t|isn'?t)\b/;
/** A refusal of what comes before it: "trousers are not for me". */
const refusedBefore =
  /\b(?:not?|never|aren'?t|isn'?t)(?: really| quite)? (?:for me|my (?:thing|style|taste|colou?rs?|cup of tea))\b/;
const wish = /\b(?:but|instead|rather|prefer|love|only|please|however|although|yes)\b/;

/**
 * Splits a text into affirmed and negated parts. A "no" applies to the end of its clause, and to a whole list that ends in
 * "or": "no red, black or yellow".
 */
export function sides(original: string): { said: string; denied: string } {
  const text = original
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/\b(?:instead of|rather than)\b/g, 'not')
    .replace(/\b(rather\b[^,.;]*?) than\b/g, '$1 not')
    .replace(/\b(prefer(?:red)?\s[^,.;]+?) (?:to|over) (?!wear|have|look|be\b|go\b|keep|stay|dress\b)/g, '$1 not ')
    // Not colours, unless it is a tie: "with a black tie".
    .replace(/(?<!(?:\b(?:and|with|an?|the|plus)|[,;&+]) )\b(?:black|white)[- ]tie\b|\bred carpet\b/g, 'formal');
  const said: string[] = [];
  const denied: string[] = [];
  for (const sentence of text.split(/[.;!?\n\r]+/)) {
    const parts = sentence.split(',');
    let listing = false;
    parts.forEach((part, k) => {
      const at = refusedBefore.test(part) ? 0 : part.search(refusal);
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

/** What a description in English affirms and what it denies; a garment after "no shirt and" is wanted. */
export function affirmed(text: string): { said: string; denied: string } {
  const ended = text
    .replace(/\b(?:with )?(?:no|without(?: any)?) sleeves\b/g, 'sleeveless')
    .replace(/\b(?:with )?(?:no|without(?: a| any)?) collar\b/g, 'collarless')
    .replace(/\b(no|not|without|instead of|rather than)\b([^,.;]*?)\s(?:and|but)\s/g, '$1$2; ');
  return sides(ended);
}
