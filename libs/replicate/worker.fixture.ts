import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type Checkpoint, connectReplicate, type Prediction } from './index.ts';

/** A checkpoint in a file, which survives its process. */
export const fileCheckpoint = (path: string): Checkpoint => ({
  load: () => readFile(path, 'utf8').catch(() => null),
  async save(saved) {
    await writeFile(`${path}.new`, saved);
    await rename(`${path}.new`, path);
  },
});

/** One prediction by a worker in real time, with its log on standard output. */
export async function work(baseUrl: string, token: string, saved: string): Promise<Prediction> {
  const replicate = connectReplicate({
    baseUrl,
    token,
    clock: () => new Date(),
    sleep: (ms) => sleep(ms),
    random: Math.random,
    log: pino(),
    onPrediction: () => {},
  });
  try {
    return await replicate.predictWithFallback({
      candidates: [{ model: 'google/nano-banana-2', input: () => ({ prompt: 'a red sweater' }) }],
      images: async () => [],
      deadline: new Date(Date.now() + 30_000),
      signal: new AbortController().signal,
      checkpoint: fileCheckpoint(saved),
    });
  } finally {
    await replicate.close();
  }
}

if (import.meta.main) {
  const [baseUrl = '', token = '', saved = ''] = process.argv.slice(2);
  console.log(JSON.stringify(await work(baseUrl, token, saved)));
}
