import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServiceName, serviceOf } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { freePort, REPOSITORY_DIR, startServiceProcess, THROWAWAY_SECRETS } from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';
import { onTestFinished } from 'vitest';
import type { TestServers } from './servers.ts';

const READY_WITHIN_MS = 60_000;
const STOP_GRACE_MS = 20_000;

/**
 * Makes the tables of a service, starts it in a process of its own, as production does, and waits until it is ready.
 * @param variables besides those of the servers; nothing of this process's environment is inherited
 */
export async function startServiceWithTables(
  service: ServiceName,
  servers: TestServers,
  variables: NodeJS.ProcessEnv = {},
): Promise<{ stop(): Promise<void> }> {
  const { schema = service } = serviceOf(service);
  const db = connectDatabase({ url: servers.postgres.url, schema, log: silentLogger() });
  const migrations = join(REPOSITORY_DIR, 'services', service, 'migrations');
  await migrate(db, schema, migrations).finally(() => db.destroy());
  const { origin, pathname } = new URL(servers.imageStoreUrl);
  const addresses = {
    NATS_URL: servers.nats.url,
    DATABASE_URL: servers.postgres.url,
    S3_ENDPOINT: origin,
    S3_BUCKET: pathname.slice(1),
    IMAGE_STORE_URL: servers.imageStoreUrl,
  };
  const env = { ...addresses, ...THROWAWAY_SECRETS, STYLING_PROVIDER: 'ondevice', ...variables };
  const folder = await mkdtemp(join(tmpdir(), 'styling-service-'));
  const spec = { service, env, healthPort: await freePort() };
  const started = await startServiceProcess(spec, { logFile: join(folder, 'log') });
  const stop = async () => {
    await started.stop(STOP_GRACE_MS);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await started.ready(READY_WITHIN_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/**
 * Runs a script in a process of its own, so that a test can kill it; it is killed when the test has finished. Its output is piped, its
 * errors are the test's own.
 *
 * @param environment variables beside those of the test
 */
export function startScript(
  script: URL,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Waits until a process has ended. @returns the lines of its output */
export async function outputOf(child: ChildProcess): Promise<string[]> {
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  await once(child, 'close');
  return Buffer.concat(chunks).toString().trim().split('\n');
}
