import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@styling/contracts';
import { withAccount } from '@styling/database';
import {
  findNatsServer,
  freePorts,
  type ObjectStore,
  startNatsServer,
  startObjectStore,
  startPostgres,
} from '@styling/local-servers';
import { copyPreparedCluster, photo } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import root from '../../package.json' with { type: 'json' };
import { overlay, REPOSITORY } from '../manifests/kubectl.fixture.ts';
import {
  environmentOf,
  type Manifest,
  ownSources,
  STAGE,
  type Workload,
  workloadsOf,
} from '../manifests/manifest.fixture.ts';
import { buildImageTree, type ImageTree } from './build-image-tree.fixture.ts';

/** Variables added to the environment of a container: ports, as all share a machine. */
type Added = Readonly<Record<string, string>>;
type Started = { readonly child: ChildProcess; readonly said: () => string; readonly exit: Promise<unknown> };

let folder: string;
let image: ImageTree;
let node: string;
const app = () => join(image.root, image.workdir);
const asUser = () => (process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {});

/** Runs a program of the image as a container does. */
function start(args: readonly string[], env: Added = {}): Started {
  // Nothing outside of the tree may be counted on: no home, no place for temporary files.
  const environment = { ...image.environment, HOME: '/nonexistent', TMPDIR: '/nonexistent', ...env };
  const child = spawn(node, args, { cwd: app(), env: environment, stdio: 'pipe', ...asUser() });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  return { child, said: () => text, exit: once(child, 'close').then(([code]) => code) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styling-image-'));
  image = await buildImageTree(REPOSITORY, 'deploy/docker/Dockerfile', folder);
  await chmod(folder, 0o755);
  // The one of this repository may lie where who runs the image cannot go.
  node = join(folder, 'node');
  await copyFile(process.execPath, node);
  execFileSync('chmod', ['-R', 'a-w', image.root]);
});
afterAll(async () => {
  execFileSync('chmod', ['-R', 'u+w', folder]);
  await rm(folder, { recursive: true, force: true });
});

describe('given the tree that the Dockerfile leaves', () => {
  it('then it is the pinned Node, run as a numeric user who is not root', () => {
    const from = readFileSync(join(REPOSITORY, 'deploy/docker/Dockerfile'), 'utf8');
    expect(from).toMatch(`ARG NODE_IMAGE=node:${root.devDependencies.node}-bookworm-slim@sha256:`);
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(image.entrypoint).toEqual(['node']);
    expect(Object.keys(image.labels)).toContain('org.opencontainers.image.revision');
  });

  it('then nothing in it can be written to by who runs it', () => {
    const write = `require('node:fs').writeFileSync('services/x', '')`;
    const refused = process.getuid?.() === 0 ? spawnSync(node, ['-e', write], { cwd: app(), ...asUser() }) : undefined;
    const writable = execFileSync('find', [app(), '!', '-type', 'l', '-perm', '/222', '-print', '-quit']).toString();
    expect(writable).toBe('');
    if (refused) expect(refused.stderr.toString()).toContain('EACCES');
  });
});

/** The stages of deploy/k8s/README.md, in their order. */
const stageOf = ({ owner }: Workload): string | undefined => owner.metadata.labels?.[STAGE];

describe('given the image, servers that hold nothing, and the manifests of overlay dev', () => {
  let data: string;
  let nats: Awaited<ReturnType<typeof startNatsServer>>;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let store: ObjectStore;
  let manifests: Manifest[];
  let apiUrl: string;
  const running: (Started & { readonly healthPort: number })[] = [];

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'styling-order-'));
    await chmod(data, 0o755);
    await copyPreparedCluster(data);
    manifests = overlay('k8s/overlays/dev');
    const binary = await findNatsServer();
    [nats, postgres, store] = await Promise.all([
      startNatsServer({ binary, dataDir: join(data, 'nats') }),
      startPostgres({ dataDir: join(data, 'postgres') }),
      startObjectStore({
        dataDir: join(data, 's3'),
        bucket: 'not-ours',
        // Same as in the overlay.
        credentials: { AWS_ACCESS_KEY_ID: 'dev', AWS_SECRET_ACCESS_KEY: 'dev-only' },
      }),
    ]);
  });
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all([nats?.stop(), postgres?.stop(), store?.stop()]);
    await rm(data, { recursive: true, force: true });
  });

  const stage = (name: string) => workloadsOf(manifests).filter((workload) => stageOf(workload) === name);
  const gateway = () => stage('services').find(({ owner }) => owner.metadata.name === 'gateway') as Workload;

  /** Runs a container's own command, or another, with its own environment, less what only a cluster can resolve. */
  function startContainer({ pod }: Workload, added: Added = {}, args = pod.containers[0]?.args ?? []): Started {
    const [container] = pod.containers;
    if (!container) throw new Error('no container');
    const given = environmentOf(container, ownSources(manifests));
    const { username, password } = new URL(given.DATABASE_URL ?? 'none://');
    const here: Record<string, string> = {
      NATS_URL: nats.url,
      // The owner has another password here; the roles have those of the manifests.
      DATABASE_URL: username === 'styling' ? postgres.url : withAccount(postgres.url, username, password),
      S3_ENDPOINT: store.url,
    };
    return start(args, {
      ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, here[name] ?? value])),
      ...added,
    });
  }

  it('when a service comes before the provisioning, then it ends by itself, for the cluster to try again', async () => {
    const early = startContainer(gateway(), { HEALTH_PORT: '0', PORT: '0' });
    expect(await early.exit, early.said()).toBe(1);
    expect(early.said()).toContain('could not start');
  });

  it('when the jobs run, at once and again, then each succeeds', async () => {
    const jobs = stage('provision');
    const names = jobs.map(({ owner }) => owner.metadata.name).sort();
    expect(names).toEqual(['provision-bucket', 'provision-streams', 'provision-tables']);
    for (const _ of ['first', 'again']) {
      for (const { exit, said } of jobs.map((job) => startContainer(job))) expect(await exit, said()).toBe(0);
    }
  });

  it('when the services start, all at once, then each becomes ready where its probe asks, and healthy', async () => {
    const services = stage('services');
    expect(services).toHaveLength(serviceNames.length);
    const [port, ...healthPorts] = await freePorts(services.length + 1);
    apiUrl = `http://127.0.0.1:${port}`;
    for (const [index, workload] of services.entries()) {
      const healthPort = healthPorts[index] as number;
      const ports = { HEALTH_PORT: String(healthPort), PORT: String(port) };
      // One of them has what only a hosted model needs.
      const hosted = { STYLING_PROVIDER: 'replicate', REPLICATE_API_TOKEN: 'test' };
      const added = workload.owner.metadata.name === 'analysis' ? { ...ports, ...hosted } : ports;
      running.push({ ...startContainer(workload, added), healthPort });
    }
    for (const [index, { child, said, healthPort }] of running.entries()) {
      const path = services[index]?.pod.containers[0]?.readinessProbe?.httpGet?.path;
      while ((await statusOf(`http://127.0.0.1:${healthPort}${path}`)) !== 200) {
        expect(child.exitCode, said()).toBe(null);
        await sleep(100);
      }
    }
    expect(await checkHealth()).toBe(0);
  });

  /** Runs the image's health check on the first service. @returns the exit code */
  const checkHealth = () => start(image.healthCheck.slice(1), { HEALTH_PORT: String(running[0]?.healthPort) }).exit;

  it('when a request comes, then it is answered by all of them together, HEIC and embedded engine included', async () => {
    const create = ['services/gateway/keys.ts', 'create', '--user', 'alice', '--name', 'a'];
    const command = startContainer(gateway(), {}, create);
    expect(await command.exit, command.said()).toBe(0);
    const { key } = JSON.parse(command.said());

    const selfie_base64 = (await photo('grace-hopper.heic')).toString('base64');
    const response = await fetch(`${apiUrl}/generate_image`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ selfie_base64, clothing_description: 'a green jumper', mode: 'studio' }),
    });
    expect(response.status).toBe(200);
    const usage = await fetch(`${apiUrl}/usage`, { headers: { 'x-api-key': key } });
    expect(await usage.json()).toMatchObject({ total_requests: 1 });
  });

  it('when a cluster stops them, then each ends cleanly, and is healthy no longer', async () => {
    for (const { child } of running) child.kill('SIGTERM');
    for (const { exit, said } of running) expect(await exit, said()).toBe(0);
    expect(await checkHealth()).toBe(1);
  });
});

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
