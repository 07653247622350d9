import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@styling/contracts';
import { withAccount } from '@styling/database';
import {
  findNatsServer,
  type NatsServer,
  type ObjectStore,
  type Postgres,
  startNatsServer,
  startObjectStore,
  startPostgres,
} from '@styling/local-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentOf, sourceValues } from './check-environment.ts';
import { STAGE } from './check-selection.ts';
import { type Manifest, type Workload, workloadsOf } from './manifest.ts';
import { overlay, REPOSITORY } from './overlays.fixture.ts';

/** In a cluster every pod has its own address; here they share a machine. */
const FIRST_PORT = 18_226;

/** The stages of deploy/k8s/README.md, in their order. */
const stageOf = ({ owner }: Workload): string | undefined => owner.metadata.labels?.[STAGE];

describe('given servers that hold nothing, and the manifests of overlay dev', () => {
  let folder: string;
  let nats: NatsServer;
  let postgres: Postgres;
  let store: ObjectStore;
  let manifests: Manifest[];
  const running: { name: string; child: ChildProcess; said: () => string; healthPort: number }[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'styling-order-'));
    await chmod(folder, 0o755);
    manifests = overlay('dev');
    const binary = await findNatsServer();
    [nats, postgres, store] = await Promise.all([
      startNatsServer({ binary, dataDir: join(folder, 'nats') }),
      startPostgres({ dataDir: join(folder, 'postgres') }),
      startObjectStore({
        ...{ dataDir: join(folder, 's3'), bucket: 'not-ours' },
        // Same as in the overlay.
        credentials: { AWS_ACCESS_KEY_ID: 'dev', AWS_SECRET_ACCESS_KEY: 'dev-only' },
      }),
    ]);
  });
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all([nats?.stop(), postgres?.stop(), store?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  const stage = (name: string) => workloadsOf(manifests).filter((workload) => stageOf(workload) === name);

  /** Runs a container's own command with its own environment, less what only a cluster can resolve. */
  function start({ owner, pod }: Workload, ports: Record<string, string> = {}) {
    const [container] = pod.containers;
    if (!container) throw new Error('no container');
    const given = environmentOf(container, sourceValues(manifests, {}), 'nothing');
    const { username, password } = new URL(given.DATABASE_URL ?? 'none://');
    const here: Record<string, string> = {
      NATS_URL: nats.url,
      // The owner has another password here; the roles have those of the manifests.
      DATABASE_URL: username === 'styling' ? postgres.url : withAccount(postgres.url, username, password),
      S3_ENDPOINT: store.url,
      ...ports,
    };
    const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, here[name] ?? value]));
    const child = spawn(process.execPath, container.args ?? [], { cwd: REPOSITORY, env, stdio: 'pipe' });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    return { name: owner.metadata.name, child, said: () => text, exit: once(child, 'exit').then(([code]) => code) };
  }

  it('when a service comes before the provisioning, then it ends by itself, for the cluster to try again', async () => {
    const [gateway] = stage('services').filter(({ owner }) => owner.metadata.name === 'gateway');
    const early = start(gateway as Workload, { HEALTH_PORT: '0', PORT: '0' });
    expect(await early.exit, early.said()).toBe(1);
    expect(early.said()).toContain('could not start');
  });

  it('when the jobs run, at once and again, then each succeeds', async () => {
    for (const _ of ['first', 'again']) {
      const jobs = stage('provision').map((job) => start(job));
      expect(jobs.map(({ name }) => name).sort()).toEqual([
        'provision-bucket',
        'provision-streams',
        'provision-tables',
      ]);
      for (const job of jobs) expect(await job.exit, job.said()).toBe(0);
    }
  });

  it('when the services start, all at once, then each becomes ready where its probe asks', async () => {
    for (const [index, workload] of stage('services').entries()) {
      const healthPort = FIRST_PORT + index;
      const ports = { HEALTH_PORT: String(healthPort), PORT: String(FIRST_PORT + 10) };
      running.push({ ...start(workload, ports), healthPort });
    }
    expect(running).toHaveLength(serviceNames.length);
    for (const [index, { child, said, healthPort }] of running.entries()) {
      const path = stage('services')[index]?.pod.containers[0]?.readinessProbe?.httpGet?.path;
      while ((await statusOf(`http://127.0.0.1:${healthPort}${path}`)) !== 200) {
        expect(child.exitCode, said()).toBe(null);
        await sleep(100);
      }
    }
  });

  it('when a request comes, then it is answered by all of them together', async () => {
    const [gateway] = stage('services').filter(({ owner }) => owner.metadata.name === 'gateway');
    const keys = structuredClone(gateway) as Workload;
    Object.assign(keys.pod.containers[0] ?? {}, {
      args: ['services/gateway/keys.ts', 'create', '--user', 'alice', '--name', 'a'],
    });
    const command = start(keys);
    expect(await command.exit, command.said()).toBe(0);
    const { key } = JSON.parse(command.said());

    const selfie = await readFile(join(REPOSITORY, 'docs/example/selfie.jpg'), 'base64');
    const response = await fetch(`http://127.0.0.1:${FIRST_PORT + 10}/generate_image`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ selfie_base64: selfie, clothing_description: 'a green jumper', mode: 'studio' }),
    });
    expect(response.status).toBe(200);
    const usage = await fetch(`http://127.0.0.1:${FIRST_PORT + 10}/usage`, { headers: { 'x-api-key': key } });
    expect(await usage.json()).toMatchObject({ total_requests: 1 });
  });

  it('when a cluster stops them, then each ends cleanly', async () => {
    for (const { child } of running) child.kill('SIGTERM');
    for (const { child, said } of running) {
      if (child.exitCode === null) await once(child, 'exit');
      expect(child.exitCode, said()).toBe(0);
    }
  });
});

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
