import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, startServiceProcess } from '@styling/local-servers';
import { copyPreparedCluster } from '@styling/testing';
import { stackSettings } from './settings.ts';
import { type Stack, startStack } from './stack.ts';

/** A whole system of one test's own, on free ports, with its data in a folder that is removed with it. */
export type OwnStack = Awaited<ReturnType<typeof startOwnStack>>;

/** Starts a system with `variables` besides those of this process. */
export async function startOwnStack(variables: NodeJS.ProcessEnv) {
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-stack-'));
  // Postgres runs as another user when we are root.
  await chmod(dataDir, 0o755);
  await copyPreparedCluster(dataDir);
  const settings = stackSettings({ ...process.env, ...variables });
  const stack = await startStack({ ...settings, dataDir, port: 0, imageStorePort: 0, show: () => {} });
  return {
    ...stack,
    dataDir,
    async stop() {
      await stack.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts another gateway of a stack in a process of its own. */
export async function startOtherGateway({ environments }: Pick<Stack, 'environments'>, logFile: string) {
  const [port = 0, healthPort = 0] = await freePorts(2);
  const env = environments.gateway;
  const gateway = await startServiceProcess({ service: 'gateway', env, port, healthPort }, { logFile });
  await gateway.ready(120_000);
  return { ...gateway, url: `http://127.0.0.1:${port}` };
}
