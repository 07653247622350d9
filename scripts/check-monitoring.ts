import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { monitoringViolations } from './monitoring-violations.ts';

// Checks alerts and dashboards against the registry of telemetry and docs/slo.md; with promtool on PATH, the alerts by that, too.
const ALERTS = 'deploy/alerts/styling.yaml';
const read = (path: string): string => readFileSync(path, 'utf8');

const dashboards = globSync('deploy/dashboards/*.json').map((path) => JSON.parse(read(path)));
const violations = monitoringViolations(parse(read(ALERTS)), dashboards, read('docs/slo.md'));
const promtool = spawnSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' });
if (promtool.status) violations.push(promtool.stdout + promtool.stderr);
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;
