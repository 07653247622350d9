import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { monitoringViolations } from './monitoring-violations.ts';

// Checks alerts and dashboards against the registry of telemetry and docs/slo.md; with promtool on PATH, the alerts by that, too,
// and their tests are run.
const ALERTS = 'deploy/alerts/styling.yaml';
const RULE_TESTS = 'deploy/alerts/styling.test.yaml';
const read = (path: string): string => readFileSync(path, 'utf8');

const dashboards = globSync('deploy/dashboards/*.json').map((path) => JSON.parse(read(path)));
const violations = monitoringViolations(parse(read(ALERTS)), read(RULE_TESTS), dashboards, read('docs/slo.md'));
for (const args of [
  ['check', 'rules', ALERTS],
  ['test', 'rules', RULE_TESTS],
]) {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  if (error) console.error(`not run, as promtool (Debian: prometheus) is not on PATH: promtool ${args.join(' ')}`);
  else if (status !== 0) violations.push(stdout + stderr);
}
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;
