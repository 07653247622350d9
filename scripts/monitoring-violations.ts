import { metrics } from '@styling/telemetry';
import type { z } from 'zod';
import { expressionViolations, metricsIn } from './expression-violations.ts';
import { alertsSchema, dashboardSchema } from './monitoring-schemas.ts';

/**
 * Checks the rule file, the dashboards and the page that explains them against each other and the registry of telemetry.
 *
 * @param alerts parsed deploy/alerts/styling.yaml
 * @param ruleTests text of deploy/alerts/styling.test.yaml, which expects each alert to fire
 * @param dashboards parsed deploy/dashboards/*.json
 * @param slo text of docs/slo.md, which has a heading for each alert
 */
export function monitoringViolations(
  alerts: unknown,
  ruleTests: string,
  dashboards: readonly unknown[],
  slo: string,
): string[] {
  const violations: string[] = [];
  const rules = parsed(alertsSchema, alerts, violations)?.groups.flatMap((group) => group.rules) ?? [];
  const panels = dashboards.flatMap((dashboard) => parsed(dashboardSchema, dashboard, violations)?.panels ?? []);
  const shown = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
  for (const { title, expr } of [...rules.map(({ alert, expr }) => ({ title: alert, expr })), ...shown]) {
    violations.push(...expressionViolations(expr).map((violation) => `${title}: ${violation}`));
  }
  for (const { alert, annotations } of rules) {
    if (annotations.runbook_url !== `docs/slo.md#${alert.toLowerCase()}`)
      violations.push(`${alert}: wrong runbook_url`);
    if (!ruleTests.includes(`{alertname="${alert}"`)) violations.push(`${alert}: no test of it firing`);
  }
  const explained = [...slo.matchAll(/^### (Styling\w+)$/gm)].map(([, name]) => name as string).toSorted();
  const declared = rules.map(({ alert }) => alert).toSorted();
  if (explained.join() !== declared.join()) {
    violations.push(`docs/slo.md explains ${explained.join(', ')}; the alerts are ${declared.join(', ')}`);
  }
  if (violations.length > 0) return violations;
  const used = new Set(shown.flatMap(({ expr }) => metricsIn(expr)));
  const unused = Object.keys(metrics).filter((metric) => !used.has(metric));
  return unused.map((metric) => `no dashboard shows ${metric}`);
}

function parsed<T>(schema: z.ZodType<T>, content: unknown, violations: string[]): T | undefined {
  const { data, error } = schema.safeParse(content);
  violations.push(...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`));
  return data;
}
