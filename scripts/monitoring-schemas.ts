/**
 * JSON schemas of the files in deploy/alerts and deploy/dashboards: of rule files what Prometheus knows
 * (prometheus.io, "Recording rules", "Alerting rules"), of dashboards the parts of Grafana's model (schema version 39) that
 * are used here. Both are closed: what is misspelt would be passed over in silence by those who load the file.
 */

const text = { type: 'string', minLength: 1 };
const duration = { type: 'string', pattern: '^([0-9]+(ms|[smhdwy]))+$' };
const texts = { type: 'object', additionalProperties: { type: 'string' } };
const closed = (required: readonly string[], properties: object, optional: object = {}) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties: { ...properties, ...optional },
});
const all = (properties: object, optional: object = {}) => closed(Object.keys(properties), properties, optional);

const alertingRule = all(
  { alert: { type: 'string', pattern: '^Styling[A-Za-z]+$' }, expr: text },
  {
    for: duration,
    keep_firing_for: duration,
    labels: {
      ...texts,
      required: ['severity'],
      properties: { severity: { enum: ['page', 'ticket'] } },
    },
    annotations: { ...texts, required: ['summary', 'runbook_url'] },
  },
);

/** A rule file of Prometheus that has alerts only. */
export const alertsSchema = all({
  groups: {
    type: 'array',
    minItems: 1,
    items: all(
      {
        name: text,
        rules: {
          type: 'array',
          minItems: 1,
          items: { ...alertingRule, required: ['alert', 'expr', 'labels', 'annotations'] },
        },
      },
      { interval: duration },
    ),
  },
});

const datasource = all({ type: { const: 'prometheus' }, uid: { const: '$datasource' } });
const whole = { type: 'integer', minimum: 0 };

const panel = all({
  id: { type: 'integer', minimum: 1 },
  type: { enum: ['timeseries', 'stat'] },
  title: text,
  description: text,
  datasource,
  gridPos: all({
    x: whole,
    y: whole,
    w: { type: 'integer', minimum: 1, maximum: 24 },
    h: { type: 'integer', minimum: 1 },
  }),
  fieldConfig: all({
    defaults: all({
      unit: { enum: ['short', 's', 'percentunit', 'reqps', 'ops', 'currencyUSD'] },
      min: { type: 'number' },
    }),
    overrides: { type: 'array', maxItems: 0 },
  }),
  targets: {
    type: 'array',
    minItems: 1,
    items: all({ refId: { type: 'string', pattern: '^[A-Z]$' }, datasource, expr: text, legendFormat: text }),
  },
});

/** A dashboard of Grafana. */
export const dashboardSchema = all({
  uid: { type: 'string', pattern: '^styling-[a-z-]{1,32}$' },
  title: text,
  description: text,
  tags: { type: 'array', items: text },
  schemaVersion: { const: 39 },
  editable: { type: 'boolean' },
  graphTooltip: { enum: [0, 1, 2] },
  time: all({ from: text, to: text }),
  refresh: duration,
  timezone: { enum: ['utc', 'browser'] },
  templating: all({
    list: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: all({
        name: { const: 'datasource' },
        label: text,
        type: { const: 'datasource' },
        query: { const: 'prometheus' },
      }),
    },
  }),
  panels: { type: 'array', minItems: 1, items: panel },
});
