import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { monitoringViolations } from './monitoring-violations.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const files = {
  alerts: read('deploy/alerts/styling.yaml'),
  ruleTests: read('deploy/alerts/styling.test.yaml'),
  log: read('deploy/dashboards/log.json'),
  requests: read('deploy/dashboards/requests.json'),
  work: read('deploy/dashboards/work.json'),
  slo: read('docs/slo.md'),
};
const violationsOf = ({ alerts, ruleTests, log, requests, work, slo }: typeof files) =>
  monitoringViolations(
    parse(alerts),
    ruleTests,
    [log, requests, work].map((text) => JSON.parse(text)),
    slo,
  ).join('\n');

it('finds nothing in the files of the repository', () => {
  expect(violationsOf(files)).toBe('');
});

it.each([
  ['alerts', 'for: 2m', 'fr: 2m', /Unrecognized key: "fr"/],
  ['alerts', 'severity: page', 'severity: loud', /severity: Invalid option/],
  [
    'alerts',
    'styling_image_expiry_lag_seconds',
    'styling_image_expiry_lag',
    /unknown metric styling_image_expiry_lag$/m,
  ],
  ['alerts', 'by (styling_projection)', 'by (projection)', /none of its metrics has a label projection/],
  ['alerts', '{error_type!=""}', '{error!=""}', /has no label error$/m],
  ['alerts', '"failed|aborted"', '"failed|broken"', /has no styling_prediction_status of broken/],
  ['alerts', 'le="0.5"', 'le="0.7"', /has no le of =0.7/],
  ['alerts', 'le=~"60(\\\\.0)?"', 'le="60"', /has no le of =60/],
  ['alerts', 'max(styling_admission_queue)', 'max(rate(styling_admission_queue[5m]))', /is no counter/],
  ['alerts', 'increase(styling_prediction_cost_total[1d])', 'styling_prediction_cost_total', /is a counter: use rate/],
  ['alerts', 'nats_varz_jetstream_stats_storage', 'nats_varz_jetstream_storage', /unknown metric nats_varz/],
  ['alerts', 'max(styling_admission_queue)', 'max(styling_admission_queue', /syntax error/],
  ['alerts', 'max(styling_admission_queue) > 100', '1 > 0', /no metric is selected/],
  ['alerts', '#stylingmodelsdear', '#stylingmodelsfail', /StylingModelsDear: wrong runbook_url/],
  ['alerts', 'alert: StylingModelsDear', 'alert: StylingNew', /the alerts are .*StylingNew/],
  ['ruleTests', '{alertname="StylingModelsDear"', '{alertname="StylingModels"', /StylingModelsDear: no test/],
  ['log', '"expr"', '"expression"', /expr: Invalid input/],
  ['log', '"$datasource"', '"P1809F7CD0C75ACF3"', /uid: Invalid input/],
  ['log', 'styling_projection_lag_time_seconds', 'styling_projection_lag_time_ms', /unknown metric/],
  ['work', 'styling_prediction_cost_total', 'styling_prediction_duration_seconds_count', /no dashboard shows .*cost/],
  ['slo', '### StylingModelsDear', '### StylingForgotten', /explains .*StylingForgotten/],
] as const)('in %s, given %s replaced by %s', (file, from, to, violation) => {
  expect(files[file]).toContain(from);
  expect(violationsOf({ ...files, [file]: files[file].replaceAll(from, to) })).toMatch(violation);
});
