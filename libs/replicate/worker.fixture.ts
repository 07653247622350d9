import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { connectReplicate, type Memory, type Prediction } from './index.ts';

/** A memory that survives its process. */
export const fileMemory = (path: string): Memory => ({
  load: () => readFile(path, 'utf8').catch(() => null),
  async save(memo) {
    await writeFile(`${path}.new`, memo);
    await rename(`${path}.new`, path);
  },
});

/** One prediction by a worker in real time; what it logs goes to standard output. */
export async function work(baseUrl: string, token: string, memo: string): Promise<Prediction> {
  const replicate = connectReplicate({
    baseUrl,
    token,
    clock: () => new Date(),
    sleep: (ms) => sleep(ms),
    random: Math.random,
    log: pino(),
  });
  try {
    return await replicate.predictWithFallback({
      candidates: [{ model: 'google/nano-banana-2', input: { prompt: 'a red sweater' } }],
      deadline: new Date(Date.now() + 30_000),
      signal: new AbortController().signal,
      remember: fileMemory(memo),
    });
  } finally {
    await replicate.close();
  }
}

if (import.meta.main) {
  const [baseUrl = '', token = '', memo = ''] = process.argv.slice(2);
  console.log(JSON.stringify(await work(baseUrl, token, memo)));
}
