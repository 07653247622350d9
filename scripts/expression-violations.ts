import type { Series } from './known-series.ts';
import { type Expression, readPromql, type Selector } from './promql.ts';

/** Labels that Prometheus adds to every series it scrapes. */
const TARGET_LABELS = new Set(['job', 'instance', 'namespace', 'pod']);
const COUNTER_FUNCTION = /^(rate|irate|increase)$/;

/**
 * Checks an expression against the registry of telemetry: syntax, unknown metrics, labels or label values, bounds that the
 * histogram does not have, a rate of a gauge, a counter without a rate.
 */
export function expressionViolations(text: string, known: ReadonlyMap<string, Series>): string[] {
  let expression: Expression;
  try {
    expression = readPromql(text);
  } catch (error) {
    return [(error as Error).message];
  }
  const { selectors, groupedBy } = expression;
  if (selectors.length === 0) return ['no metric is selected'];
  const labels = new Set(selectors.flatMap(({ metric }) => [...(known.get(metric)?.labels.keys() ?? [])]));
  return [
    ...selectors.flatMap((selector) => selectorViolations(selector, known.get(selector.metric))),
    ...groupedBy
      .filter((label) => !labels.has(label) && !TARGET_LABELS.has(label))
      .map((label) => `none of its metrics has a label ${label}`),
  ];
}

/** The metrics of the registry that an expression selects. */
export const metricsIn = (text: string, known: ReadonlyMap<string, Series>): string[] =>
  readPromql(text).selectors.flatMap(({ metric }) => known.get(metric)?.metric ?? []);

function selectorViolations({ metric, matchers, rangeFunction }: Selector, series: Series | undefined): string[] {
  if (!series) return [`unknown metric ${metric}`];
  const isRate = COUNTER_FUNCTION.test(rangeFunction);
  return [
    ...(isRate === series.isCounter
      ? []
      : [`${metric} is ${series.isCounter ? 'a counter: use rate()' : 'no counter'}`]),
    ...matchers.flatMap(({ label, operator, value }) => {
      if (TARGET_LABELS.has(label)) return [];
      if (!series.labels.has(label)) return [`${metric} has no label ${label}`];
      const values = label === 'le' ? boundMatchers(series.buckets ?? []) : series.labels.get(label);
      if (!values || value === '') return [];
      const wanted = label === 'le' ? [operator + value] : operator.endsWith('~') ? value.split('|') : [value];
      return wanted.filter((one) => !values.includes(one)).map((one) => `${metric} has no ${label} of ${one}`);
    }),
  ];
}

/** Whole bounds are written `30` or `30.0`, depending on the version of Prometheus and on how the metrics arrive. */
const boundMatchers = (buckets: readonly number[]): string[] =>
  buckets.map((bound) => (Number.isInteger(bound) ? `=~${bound}(\\.0)?` : `=${bound}`));
