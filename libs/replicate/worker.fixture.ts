import { readFile, rename, writeFile } from 'node:fs/promises';
import { pause } from '@styling/service';
import { pino } from 'pino';
import { type Checkpoint, connectReplicate, type Prediction, type ReplicateOptions } from './index.ts';

/** A checkpoint in a file, which survives its process. */
export const fileCheckpoint = (path: string): Checkpoint => ({
  load: () => readFile(path, 'utf8').catch(() => null),
  async save(saved) {
    await writeFile(`${path}.new`, saved);
    await rename(`${path}.new`, path);
  },
});

/** One prediction by a worker. */
export async function work(
  { baseUrl, token, saved }: { baseUrl: string; token: string; saved: string },
  { sleep, log }: Pick<ReplicateOptions, 'sleep' | 'log'>,
): Promise<Prediction> {
  const replicate = connectReplicate({
    baseUrl,
    token,
    clock: () => new Date(),
    sleep,
    random: Math.random,
    log,
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
  await work({ baseUrl, token, saved }, { sleep: pause, log: pino({ level: 'silent' }) });
}
