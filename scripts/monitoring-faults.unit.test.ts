import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { alertFaults, dashboardFaults, monitoringGaps } from './monitoring-faults.ts';

const slo = readFileSync('docs/slo.md', 'utf8');
const alertsText = readFileSync('deploy/alerts/styling.yaml', 'utf8');
const dashboardText = readFileSync('deploy/dashboards/log.json', 'utf8');

/** The file with `from` replaced, which has to be there. */
function broken(text: string, from: string, to: string): string {
  expect(text).toContain(from);
  return text.replace(from, to);
}
const ofAlerts = (text: string, page = slo) => alertFaults({ path: 'a.yaml', content: parse(text) }, page);
const ofDashboard = (text: string) => dashboardFaults({ path: 'd.json', content: JSON.parse(text) });

describe('a rule file', () => {
  it('given the one that is here, then nothing is wrong with it', () => {
    expect(ofAlerts(alertsText)).toEqual([]);
  });

  it.each([
    ['a misspelt member', 'for: 2m', 'fr: 2m', /additional properties.*"fr"/],
    ['a duration that is none', 'for: 2m', 'for: 2 minutes', /for must match pattern/],
    ['a severity that nobody hears', 'severity: page', 'severity: loud', /severity must be equal to one of/],
    ['no summary', 'summary:', 'sumary:', /required.*summary/],
    [
      'a metric without its unit',
      'styling_image_expiry_lag_seconds',
      'styling_image_expiry_lag',
      /nobody tells styling_image_expiry_lag$/m,
    ],
    [
      'a counter without its ending',
      'styling_dead_letters_total',
      'styling_dead_letters',
      /nobody tells styling_dead_letters$/m,
    ],
    ['a label that no metric of it has', 'by (styling_projection)', 'by (projection)', /has the label projection/],
    ['a matcher of a label that it does not have', '{error_type!=""}', '{error!=""}', /has no label error$/m],
    ['a value that never occurs', '"failed|aborted"', '"failed|broken"', /has no styling_prediction_status of broken/],
    ['a bound that the histogram does not have', 'le="0.5"', 'le="0.7"', /has no bound le="0.7"/],
    ['a whole bound in one form only', 'le=~"60(\\\\.0)?"', 'le="60"', /has no bound le="60"/],
    [
      'a gauge as if it grew',
      'max(styling_admission_queue)',
      'max(rate(styling_admission_queue[5m]))',
      /styling_admission_queue has no rate/,
    ],
    [
      'a counter as it stands',
      'increase(styling_dead_letters_total[15m])',
      'styling_dead_letters_total',
      /only grows: take its rate/,
    ],
    ['brackets that do not come out even', 'max(styling_admission_queue)', 'max(styling_admission_queue', /brackets/],
    ['nothing to look at', 'max(styling_admission_queue) > 100', '1 > 0', /selects nothing/],
    ['a name twice', 'alert: StylingModelsDear', 'alert: StylingModelsFail', /two alerts are StylingModelsFail/],
    ['the way to another entry', '#stylingmodelsdear', '#stylingmodelsfail', /runbook_url is not its own/],
    ['an alert without an entry', 'alert: StylingModelsDear', 'alert: StylingNew', /docs\/slo.md has no heading/],
  ])('given %s, then it is refused', (_, from, to, fault) => {
    expect(ofAlerts(broken(alertsText, from, to)).join('\n')).toMatch(fault);
  });
});

describe('a dashboard', () => {
  it('given the one that is here, then nothing is wrong with it', () => {
    expect(ofDashboard(dashboardText)).toEqual([]);
  });

  it.each([
    ['a misspelt member', '"refresh"', '"refrash"', /additional properties.*"refrash"/],
    ['a kind of panel that is not known', '"timeseries"', '"timeserie"', /type must be equal to one of/],
    ['a data source of somebody else', '"$datasource"', '"P1809F7CD0C75ACF3"', /must be equal to constant/],
    [
      'a metric that nobody tells',
      'styling_projection_lag_time_seconds',
      'styling_projection_lag_time_ms',
      /nobody tells/,
    ],
    ['a panel over another', '"x": 8,', '"x": 7,', /lies over/],
    ['a panel that leaves the page', '"x": 16,', '"x": 20,', /wider than the page/],
    ['an id twice', '"id": 2,', '"id": 1,', /two panels are 1/],
  ])('given %s, then it is refused', (_, from, to, fault) => {
    expect(ofDashboard(broken(dashboardText, from, to)).join('\n')).toMatch(fault);
  });
});

it('given an entry without an alert, or a metric that no dashboard shows, then that is told', () => {
  const gaps = monitoringGaps([parse(alertsText)], [JSON.parse(dashboardText)], `${slo}\n### StylingForgotten\n`);
  expect(gaps).toContain('docs/slo.md: there is no alert StylingForgotten');
  expect(gaps).toContain('no dashboard shows styling.prediction.cost');
  expect(gaps).not.toContain('no dashboard shows styling.image.expiry.lag');
});
