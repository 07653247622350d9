/** A series that an expression selects: its metric, the labels it matches, and the function right around it. */
export type Selector = {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
  /** e.g. `rate`; empty where it stands by itself. */
  readonly inside: string;
};

/** What an expression of PromQL is made of, as far as the checks look at it. */
export type Expression = { readonly selectors: readonly Selector[]; readonly groupedBy: readonly string[] };

const WORDS = new Set(
  `and or unless by without on ignoring group_left group_right bool offset inf nan
   sum min max avg count stddev stdvar group topk bottomk quantile count_values`.split(/\s+/),
);
/** A string, a number or duration with what may be part of it, a word, or any other character. */
const TOKEN = /"(?:[^"\\]|\\.)*"|\$\w+|[0-9][\w.]*|[A-Za-z_:][\w:]*|=~|!~|!=|==|>=|<=|\S/g;

/**
 * Reads the names out of an expression. It is no parser of PromQL, which Prometheus itself has: it knows words, strings and
 * brackets, and is strict about those.
 *
 * @throws SyntaxError when brackets or matchers do not come out even
 */
export function readPromql(text: string): Expression {
  const tokens = text.match(TOKEN) ?? [];
  const selectors: Selector[] = [];
  const groupedBy: string[] = [];
  const open: { bracket: string; opener: string }[] = [];
  let at = 0;

  const expect = (wanted: RegExp): string => {
    const token = tokens[at++] ?? 'the end';
    if (!wanted.test(token)) throw new SyntaxError(`"${token}" is not expected here: ${text.trim()}`);
    return token;
  };
  function readMatchers(): Selector['matchers'] {
    const matchers: Selector['matchers'][number][] = [];
    at++;
    while (tokens[at] !== '}') {
      const label = expect(/^[A-Za-z_]\w*$/);
      const operator = expect(/^(=|!=|=~|!~)$/);
      const value = JSON.parse(expect(/^"/)) as string;
      matchers.push({ label, operator, value });
      if (tokens[at] !== '}') expect(/^,$/);
    }
    at++;
    return matchers;
  }
  function readLabels(): void {
    expect(/^\($/);
    while (tokens[at] !== ')') {
      groupedBy.push(expect(/^[A-Za-z_]\w*$/));
      if (tokens[at] !== ')') expect(/^,$/);
    }
    at++;
  }

  while (at < tokens.length) {
    const token = tokens[at] as string;
    if (/^[([]$/.test(token)) open.push({ bracket: token, opener: tokens[at - 1] ?? '' });
    if (/^[)\]]$/.test(token) && open.pop()?.bracket !== (token === ')' ? '(' : '[')) {
      throw new SyntaxError(`brackets do not come out even: ${text.trim()}`);
    }
    at++;
    if (/^(by|without|on|ignoring)$/.test(token)) readLabels();
    else if (/^[A-Za-z_:]/.test(token) && !WORDS.has(token) && tokens[at] !== '(' && open.at(-1)?.bracket !== '[') {
      const inside = open.at(-1)?.opener ?? '';
      selectors.push({ metric: token, matchers: tokens[at] === '{' ? readMatchers() : [], inside });
    }
  }
  if (open.length > 0) throw new SyntaxError(`brackets do not come out even: ${text.trim()}`);
  return { selectors, groupedBy };
}
