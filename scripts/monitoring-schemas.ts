import { z } from 'zod';

const text = z.string().min(1);
const duration = z.string().regex(/^([0-9]+(ms|[smhdwy]))+$/, 'no duration');

const rule = z.strictObject({
  alert: z.string().regex(/^Styling[A-Za-z]+$/),
  expr: text,
  for: duration.optional(),
  keep_firing_for: duration.optional(),
  labels: z.object({ severity: z.enum(['page', 'ticket']) }).catchall(z.string()),
  annotations: z.object({ summary: text, runbook_url: text }).catchall(z.string()),
});
const group = z.strictObject({ name: text, interval: duration.optional(), rules: z.array(rule) });
/** A rule file of Prometheus, with alerting rules only. It is strict, as one misspelt member makes Prometheus refuse the whole file. */
export const alertsSchema = z.strictObject({ groups: z.array(group).min(1) });

const datasource = z.object({ type: z.literal('prometheus'), uid: z.literal('$datasource') });
const target = z.object({ datasource, expr: text, legendFormat: text });
const panel = z.object({ title: text, description: text, datasource, targets: z.array(target).min(1) });
/** A dashboard of Grafana, as far as it is checked: Grafana itself has defaults for the rest. */
export const dashboardSchema = z.object({
  uid: z.string().regex(/^styling-[a-z-]{1,32}$/),
  panels: z.array(panel).min(1),
});
