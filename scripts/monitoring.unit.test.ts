import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { attributes, metrics, prometheusName } from '@styling/telemetry';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

// Prometheus takes any name in an expression, and has nothing to show for one that no longer exists.
const ALERTS = 'deploy/alerts/styling.yaml';
const RULE_TESTS = 'deploy/alerts/styling.test.yaml';
const read = (path: string): string => readFileSync(path, 'utf8');

type Rule = { alert: string; expr: string; annotations: { runbook_url: string } };
const rules = (parse(read(ALERTS)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };
const panels = globSync('deploy/dashboards/*.json').flatMap((path) => (JSON.parse(read(path)) as Dashboard).panels);
const expressions = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map((t) => t.expr))];

const series = Object.entries(metrics).flatMap(([name, { kind, unit }]) => {
  const exported = prometheusName({ name, unit, counter: kind === 'counter' });
  return kind === 'histogram' ? ['_sum', '_count', '_bucket'].map((part) => exported + part) : [exported];
});
const labels = Object.keys(attributes).map((name) => name.replaceAll('.', '_'));
/** Series of nats-server's exporter (`-varz -prefix=nats`), its label, and functions of PromQL. */
const others = ['nats_varz_jetstream_stats_storage', 'nats_varz_jetstream_config_max_storage', 'server_id'].concat(
  'histogram_quantile',
  'min_over_time',
);
const known = new Set([...series, ...labels, ...others]);

/** The words of an expression that have an underscore: metrics, labels and functions, as all of ours do. */
const namesIn = (expression: string): string[] =>
  expression.replace(/"(?:[^"\\]|\\.)*"|\$\w+/g, '').match(/\b[a-z]+_\w+/g) ?? [];

it('given alerts and dashboards, then all names in them are those of the registry of telemetry', () => {
  const names = expressions.flatMap(namesIn);
  expect(names.length).toBeGreaterThan(100);
  expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([]);
});

it('given alerts, then a page explains what to do about each, and a test has it fire', () => {
  const explained = [...read('docs/slo.md').matchAll(/^### (Styling\w+)$/gm)].map(([, name]) => name);
  expect(rules.map(({ alert }) => alert).sort()).toEqual(explained.sort());
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook_url).toBe(`docs/slo.md#${alert.toLowerCase()}`);
    expect(read(RULE_TESTS)).toContain(`{alertname="${alert}"`);
  }
});

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;
if (!hasPromtool) console.warn('NOT RUN: promtool (Debian: prometheus) is not on PATH');
it.skipIf(!hasPromtool)('given promtool, then it takes the alerts, and their tests pass', () => {
  for (const args of [
    ['check', 'rules', ALERTS],
    ['test', 'rules', RULE_TESTS],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
  }
});
