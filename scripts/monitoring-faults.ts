import Ajv, { type ValidateFunction } from 'ajv';
import { expressionFaults, metricsIn } from './expression-faults.ts';
import { knownSeries } from './known-series.ts';
import { alertsSchema, dashboardSchema } from './monitoring-schemas.ts';

/** A file of deploy/alerts or deploy/dashboards, parsed. */
export type MonitoringFile = { readonly path: string; readonly content: unknown };

type Rule = { alert: string; expr: string; annotations: { runbook_url: string } };
type RuleFile = { groups: { name: string; rules: Rule[] }[] };
type Grid = { x: number; y: number; w: number; h: number };
type Panel = { id: number; title: string; gridPos: Grid; targets: { expr: string; legendFormat: string }[] };
type Dashboard = { uid: string; panels: Panel[] };

const ajv = new Ajv.default({ allErrors: true });
const known = knownSeries();

/** What is wrong with a rule file; nothing when it is as it should be. */
export const alertFaults = (file: MonitoringFile, slo: string): string[] =>
  checked<RuleFile>(ajv.compile(alertsSchema), file, ({ groups }) => {
    const rules = groups.flatMap((group) => group.rules);
    return [
      ...repeated(groups.map(({ name }) => name)).map((name) => `two groups are ${name}`),
      ...repeated(rules.map(({ alert }) => alert)).map((alert) => `two alerts are ${alert}`),
      ...rules.flatMap(({ alert, expr, annotations }) => [
        ...expressionFaults(expr, known).map((fault) => `${alert}: ${fault}`),
        ...(annotations.runbook_url === `docs/slo.md#${alert.toLowerCase()}`
          ? []
          : [`${alert}: runbook_url is not its own`]),
        ...(alertsIn(slo).includes(alert) ? [] : [`${alert}: docs/slo.md has no heading for it`]),
      ]),
    ];
  });

/** What is wrong with a dashboard. */
export const dashboardFaults = (file: MonitoringFile): string[] =>
  checked<Dashboard>(ajv.compile(dashboardSchema), file, ({ panels }) => [
    ...repeated(panels.map(({ id }) => String(id))).map((id) => `two panels are ${id}`),
    ...panels.flatMap(({ title, gridPos, targets }, index) => [
      ...(gridPos.x + gridPos.w > 24 ? [`${title}: wider than the page`] : []),
      ...panels
        .slice(0, index)
        .filter((other) => overlap(gridPos, other.gridPos))
        .map((other) => `${title}: lies over ${other.title}`),
      ...targets.flatMap(({ expr }) => expressionFaults(expr, known).map((fault) => `${title}: ${fault}`)),
    ]),
  ]);

/** What all of it together lacks: metrics that nobody looks at, and headings of docs/slo.md without an alert. */
export function monitoringGaps(alerts: readonly RuleFile[], dashboards: readonly Dashboard[], slo: string): string[] {
  const seen = new Set(
    dashboards.flatMap(({ panels }) =>
      panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr, known))),
    ),
  );
  const names = new Set(alerts.flatMap(({ groups }) => groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))));
  return [
    ...[...new Set([...known.values()].map(({ metric }) => metric))]
      .filter((metric) => !seen.has(metric))
      .map((metric) => `no dashboard shows ${metric}`),
    ...alertsIn(slo)
      .filter((alert) => !names.has(alert))
      .map((alert) => `docs/slo.md: there is no alert ${alert}`),
  ];
}

function checked<Content>(
  validate: ValidateFunction,
  { path, content }: MonitoringFile,
  more: (content: Content) => string[],
): string[] {
  const faults = validate(content)
    ? more(content as Content)
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
  return faults.map((fault) => `${path}: ${fault}`);
}

const alertsIn = (slo: string): string[] => [...slo.matchAll(/^### (Styling\w+)$/gm)].map(([, name]) => name as string);
const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];
const overlap = (a: Grid, b: Grid): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
