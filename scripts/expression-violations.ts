import { knownSeries } from './known-series.ts';
import { type Expression, readPromql, type Selector } from './promql.ts';

/** Labels that Prometheus adds to every series it scrapes. */
const TARGET_LABELS = new Set(['job', 'instance', 'namespace', 'pod']);
const COUNTER_FUNCTION = /^(rate|irate|increase)$/;

/**
 * Checks an expression against the registry of telemetry: syntax, unknown metrics, labels or label values, bounds that the
 * histogram does not have, a rate of a gauge, a counter without a rate.
 */
export function expressionViolations(text: string): string[] {
  let expression: Expression;
  try {
    expression = readPromql(text);
  } catch (error) {
    return [(error as Error).message];
  }
  const { selectors, groupedBy } = expression;
  if (selectors.length === 0) return ['no metric is selected'];
  const isLabel = (label: string) => selectors.some(({ metric }) => knownSeries.get(metric)?.labels.has(label));
  return [
    ...selectors.flatMap(selectorViolations),
    ...groupedBy
      .filter((label) => !isLabel(label) && !TARGET_LABELS.has(label))
      .map((label) => `none of its metrics has a label ${label}`),
  ];
}

/** The metrics of the registry that an expression selects. */
export const metricsIn = (text: string): string[] =>
  readPromql(text).selectors.flatMap(({ metric }) => knownSeries.get(metric)?.metric ?? []);

function selectorViolations({ metric, matchers, rangeFunction }: Selector): string[] {
  const series = knownSeries.get(metric);
  if (!series) return [`unknown metric ${metric}`];
  const { isCounter, labels } = series;
  const misuse = `${metric} is ${isCounter ? 'a counter: use rate()' : 'no counter'}`;
  return [
    ...(COUNTER_FUNCTION.test(rangeFunction) === isCounter ? [] : [misuse]),
    ...matchers.flatMap(({ label, operator, value }) => {
      if (TARGET_LABELS.has(label)) return [];
      if (!labels.has(label)) return [`${metric} has no label ${label}`];
      const values = value === '' ? undefined : labels.get(label);
      const wanted = label === 'le' ? [operator + value] : operator.endsWith('~') ? value.split('|') : [value];
      return wanted
        .filter((one) => values?.includes(one) === false)
        .map((one) => `${metric} has no ${label} of ${one}`);
    }),
  ];
}
