import { parser } from '@prometheus-io/lezer-promql';

/** A series that an expression selects. */
export type Selector = {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
  /** The function that is applied to its range, e.g. `rate`; empty for an instant vector. */
  readonly rangeFunction: string;
};

/** The names that an expression of PromQL contains. */
export type Expression = { readonly selectors: readonly Selector[]; readonly groupedBy: readonly string[] };

/**
 * @param expression PromQL; Grafana's `$__rate_interval` stands for any duration
 * @throws SyntaxError with the text from the first error on
 */
export function readPromql(expression: string): Expression {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const textOf = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
  const selectors: Selector[] = [];
  const groupedBy: string[] = [];
  parser.parse(text).iterate({
    enter({ node, name, type, from }) {
      if (type.isError) throw new SyntaxError(`syntax error at "${text.slice(from).trim()}" of ${text.trim()}`);
      if (name === 'GroupingLabels') groupedBy.push(...node.getChildren('LabelName').map(textOf));
      if (name !== 'VectorSelector') return;
      const range = node.parent?.name === 'MatrixSelector' ? node.parent : null;
      const rangeFunction = range?.parent?.parent?.getChild('FunctionIdentifier');
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
      selectors.push({
        metric: textOf(node.getChild('Identifier') ?? node),
        matchers: matchers.map((matcher) => {
          const [label = '', operator = '', value = '""'] = ['LabelName', 'MatchOp', 'StringLiteral'].map((part) =>
            textOf(matcher.getChild(part) ?? { from: 0, to: 0 }),
          );
          return { label, operator, value: JSON.parse(value) };
        }),
        rangeFunction: rangeFunction ? textOf(rangeFunction) : '',
      });
    },
  });
  return { selectors, groupedBy };
}
