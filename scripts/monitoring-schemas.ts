import { z } from 'zod';

// Both are strict: Prometheus and Grafana ignore a misspelt member of a file, or refuse the whole file.

const text = z.string().min(1);
const duration = z.string().regex(/^([0-9]+(ms|[smhdwy]))+$/, 'no duration');

/** A rule file of Prometheus, with alerting rules only. */
export const alertsSchema = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        name: text,
        interval: duration.optional(),
        rules: z.array(
          z.strictObject({
            alert: z.string().regex(/^Styling[A-Za-z]+$/),
            expr: text,
            for: duration.optional(),
            keep_firing_for: duration.optional(),
            labels: z.object({ severity: z.enum(['page', 'ticket']) }).catchall(z.string()),
            annotations: z.object({ summary: text, runbook_url: text }).catchall(z.string()),
          }),
        ),
      }),
    )
    .min(1),
});

const datasource = z.strictObject({ type: z.literal('prometheus'), uid: z.literal('$datasource') });
const cells = z.int().min(0).max(24);

/** A dashboard of Grafana: the part of schema version 39 that is used here. */
export const dashboardSchema = z.strictObject({
  uid: z.string().regex(/^styling-[a-z-]{1,32}$/),
  title: text,
  description: text,
  tags: z.array(text),
  schemaVersion: z.literal(39),
  editable: z.boolean(),
  graphTooltip: z.literal([0, 1, 2]),
  time: z.strictObject({ from: text, to: text }),
  refresh: duration,
  timezone: z.enum(['utc', 'browser']),
  templating: z.strictObject({
    list: z.tuple([
      z.strictObject({
        name: z.literal('datasource'),
        label: text,
        type: z.literal('datasource'),
        query: z.literal('prometheus'),
      }),
    ]),
  }),
  panels: z
    .array(
      z.strictObject({
        id: z.int().min(1),
        type: z.enum(['timeseries', 'stat']),
        title: text,
        description: text,
        datasource,
        gridPos: z.strictObject({ x: cells, y: z.int().min(0), w: cells, h: cells }),
        fieldConfig: z.strictObject({
          defaults: z.strictObject({
            unit: z.enum(['short', 's', 'percentunit', 'reqps', 'ops', 'currencyUSD']),
            min: z.number(),
          }),
          overrides: z.tuple([]),
        }),
        targets: z
          .array(z.strictObject({ refId: z.string().regex(/^[A-Z]$/), datasource, expr: text, legendFormat: text }))
          .min(1),
      }),
    )
    .min(1),
});
