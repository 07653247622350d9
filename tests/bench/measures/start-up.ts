import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts, REPOSITORY_DIR, waitUntil } from '@styling/local-servers';
import type { Bench } from '../bench.ts';
import { memoryOfTree } from '../rig/processes.ts';
import { atMost, value } from '../rows.ts';

/** Until the engine, which loads its networks after the start, has ended. */
const SETTLE_MS = 12_000;

export async function startUp({ base }: Bench) {
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-bench-start-'));
  await chmod(dataDir, 0o755);
  const [port, imageStorePort] = await freePorts(2);
  const ports = { PORT: String(port), IMAGE_STORE_PORT: String(imageStorePort) };
  const begin = performance.now();
  const child = spawn(process.execPath, [join('deploy', 'local', 'start.ts')], {
    cwd: REPOSITORY_DIR,
    env: { ...base, ...ports, STYLING_DATA_DIR: dataDir, ONDEVICE_IDLE_SECONDS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  try {
    let ready = 0;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/^ready\b/.test(line)) ready = performance.now();
    });
    await waitUntil(() => ready > 0 || child.exitCode !== null, { timeoutMs: 300_000 });
    if (!ready) throw new Error('npm start did not become ready');
    await sleep(SETTLE_MS);
    const memory = memoryOfTree(child.pid as number) / 2 ** 20;
    return [
      value({ what: 'npm start on an empty folder, to ready', unit: 's', goal: atMost(8) }, (ready - begin) / 1000),
      value({ what: 'memory of the whole stack, idle', unit: 'MiB', goal: atMost(1_200) }, memory),
    ];
  } finally {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}
