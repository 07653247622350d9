import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@styling/local-servers';
import { REPOSITORY_DIR } from '@styling/process-rig';
import type { Measure } from '../bench.ts';
import { memoryOfTree } from '../rig/memory.ts';
import { value } from '../row.ts';
import { atMost } from '../statistics.ts';

const MIB = 2 ** 20;
/** Until the processes are idle after their start, and the engine, which loads its networks then, has ended. */
const SETTLE_MS = 12_000;

/** Time from `npm start` on an empty folder to `ready`, and the memory of the idle stack. */
export const startUp: Measure = {
  name: 'start',
  async run({ base }) {
    const dataDir = await mkdtemp(join(tmpdir(), 'styling-bench-start-'));
    await chmod(dataDir, 0o755);
    const [port, imageStorePort] = await freePorts(2);
    const begin = performance.now();
    const child = spawn(process.execPath, [join('deploy', 'local', 'start.ts')], {
      cwd: REPOSITORY_DIR,
      env: {
        ...base,
        STYLING_DATA_DIR: dataDir,
        PORT: String(port),
        IMAGE_STORE_PORT: String(imageStorePort),
        ONDEVICE_IDLE_SECONDS: '1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    try {
      const lines: string[] = [];
      let ready = false;
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line);
        ready = /^ready\b/.test(line);
        if (ready) break;
      }
      if (!ready) throw new Error(`npm start was not ready: ${lines.join('; ')}`);
      const seconds = (performance.now() - begin) / 1000;
      child.stdout.resume();
      await sleep(SETTLE_MS);
      const memory = await memoryOfTree(child.pid as number);
      return [
        value({ what: 'npm start on an empty folder, to ready', unit: 's', goal: atMost(8) }, seconds),
        value({ what: 'memory of the whole stack, idle', unit: 'MiB', goal: atMost(1_200) }, memory / MIB),
      ];
    } finally {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
