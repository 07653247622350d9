import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@styling/contracts';
import {
  busKeyFile,
  freePorts,
  provision,
  runScript,
  type Servers,
  type ServiceProcess,
  startServers,
  startServiceProcess,
  THROWAWAY_SECRETS,
  THROWAWAY_STORE_CREDENTIALS,
} from '@styling/local-servers';
import { copyPreparedCluster } from '@styling/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parse } from 'yaml';

type Alerts = { groups: { rules: { alert: string; expr: string }[] }[] };
/** A series, and what it says of itself. */
type Selector = { readonly metric: string; readonly matchers: readonly string[] };

// All services as processes, on servers with the users of production. A server is killed, and `/metrics` is read as
// Prometheus does: what the alerts are about must show.

const LIMIT = { timeout: 40_000, interval: 200 };
let dataDir: string;
let servers: Servers;
let apiUrl: string;
let key: string;
let healthPorts: number[];
let running: ServiceProcess[] = [];
/** The series whose absence is an alert. */
let watched: Selector[];

beforeAll(async () => {
  const { groups } = parse(await readFile('deploy/alerts/styling.yaml', 'utf8')) as Alerts;
  const missing = groups.flatMap(({ rules }) => rules).find(({ alert }) => alert === 'StylingMetricsMissing');
  watched = [...(missing?.expr ?? '').matchAll(/absent\((\w+)(?:\{(.*?)\})?\)/g)]
    .map(([, metric = '', matchers]) => ({ metric, matchers: matchers?.split(',') ?? [] }))
    .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));

  dataDir = await mkdtemp(join(tmpdir(), 'styling-signals-'));
  await chmod(dataDir, 0o755);
  await copyPreparedCluster(dataDir);
  const natsKeysDir = join(dataDir, 'keys');
  servers = await startServers({ dataDir, natsKeysDir, storeCredentials: THROWAWAY_STORE_CREDENTIALS });
  const shared = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    AWS_REGION: 'us-east-1',
    STYLING_PROVIDER: 'ondevice',
    ...THROWAWAY_SECRETS,
    ...servers.addresses,
  };
  await provision({ env: { ...shared, NATS_NKEY_FILE: busKeyFile(natsKeysDir, 'provision') } });
  const [port, ...others] = (await freePorts(serviceNames.length + 1)) as [number, ...number[]];
  [apiUrl, healthPorts] = [`http://127.0.0.1:${port}`, others];
  running = await Promise.all(
    serviceNames.map((service, index) => {
      const env = { ...shared, NATS_NKEY_FILE: busKeyFile(natsKeysDir, service) };
      const spec = { service, env, port, healthPort: others[index] as number };
      return startServiceProcess(spec, { logFile: join(dataDir, `${service}.log`) });
    }),
  );
  await Promise.all(running.map((service) => service.ready(60_000)));
  const env = { ...shared, NATS_NKEY_FILE: busKeyFile(natsKeysDir, 'operator') };
  const created = await runScript('services/gateway/keys.ts', ['create', '--user', 'alice', '--name', 'test'], { env });
  key = JSON.parse(created).key;
});
afterAll(async () => {
  await Promise.all(running.map((service) => service.stop(10_000)));
  await servers?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const nameOf = ({ metric, matchers }: Selector): string => [metric, ...matchers].join(' ');

/** The lines of all services' `/metrics`. */
async function scrape(): Promise<string[]> {
  const texts = healthPorts.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  return (await Promise.all(texts)).flatMap((text) => text.split('\n'));
}

/** Names of the watched series that are reported. */
async function reported(): Promise<string[]> {
  const lines = await scrape();
  const isReported = ({ metric, matchers }: Selector) =>
    lines.some((line) => line.split(/[{ ]/)[0] === metric && matchers.every((matcher) => line.includes(matcher)));
  return watched.filter(isReported).map(nameOf);
}
const reports = (series: readonly string[]) => vi.waitFor(async () => expect(await reported()).toEqual(series), LIMIT);

it('given that all is well, then all that alerts rely on is reported, by services that name their version', async () => {
  await reports(watched.map(nameOf));
  expect(watched.length).toBeGreaterThan(5);
  const targets = (await scrape()).filter((line) => line.startsWith('target_info'));
  expect(targets.filter((line) => /service_version="\d+\.\d+\.\d+"/.test(line))).toHaveLength(serviceNames.length);
});

it('given that NATS is down, then only what a gateway knows by itself is reported, until it is back', async () => {
  await servers.nats.kill();
  await reports(['styling_admission_queue']);
  await servers.nats.start();
  await reports(watched.map(nameOf));
});

it('given that Postgres is down, then operations fail and read models report nothing, until it is back', async () => {
  /** Operations of the database so far, and those of them that failed. */
  const operations = async () => {
    const counts = (await scrape()).filter((line) => line.startsWith('db_client_operation_duration_seconds_count'));
    const sum = (lines: readonly string[]) => lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
    return { all: sum(counts), failed: sum(counts.filter((line) => line.includes('error_type="'))) };
  };
  await servers.postgres.kill();
  await reports(watched.map(nameOf).filter((name) => !name.includes('projection_lag')));
  const before = await operations();
  for (let request = 0; request < 5; request++) {
    const response = await fetch(`${apiUrl}/images`, { headers: { 'x-api-key': key } });
    expect(response.status).toBe(503);
  }
  const after = await operations();
  expect(after.failed - before.failed).toBeGreaterThanOrEqual(5);
  expect(after.failed - before.failed).toBe(after.all - before.all);
  await servers.postgres.start();
  await reports(watched.map(nameOf));
});
