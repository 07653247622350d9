import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { alertFaults, dashboardFaults, type MonitoringFile, monitoringGaps } from './monitoring-faults.ts';

// Refuses dashboards and alerts that ask for what nobody tells, or that docs/slo.md does not explain.
const read = (pattern: string, from: (text: string) => unknown): MonitoringFile[] =>
  globSync(pattern).map((path) => ({ path, content: from(readFileSync(path, 'utf8')) }));

const slo = readFileSync('docs/slo.md', 'utf8');
const alerts = read('deploy/alerts/*.yaml', parse);
const dashboards = read('deploy/dashboards/*.json', JSON.parse);
const faults = [...alerts.flatMap((file) => alertFaults(file, slo)), ...dashboards.flatMap(dashboardFaults)];
if (faults.length === 0) {
  faults.push(
    ...monitoringGaps(
      alerts.map(({ content }) => content as Parameters<typeof monitoringGaps>[0][number]),
      dashboards.map(({ content }) => content as Parameters<typeof monitoringGaps>[1][number]),
      slo,
    ),
  );
}
if (alerts.length === 0 || dashboards.length === 0) faults.push('there are no alerts, or no dashboards');
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
