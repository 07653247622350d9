import { readFile, rename, writeFile } from 'node:fs/promises';
import { pause } from '@styling/service';
import { pino } from 'pino';
import { connectAttempts } from '../frame/index.ts';
import { replicateApi } from './api.ts';
import { type PredictDependencies, type Prediction, predict } from './predict.ts';

/** A store of one checkpoint in a file, which survives its process. */
export const inFile = (path: string): PredictDependencies['store'] => ({
  get: () =>
    readFile(path).then(
      (bytes) => ({ bytes, mimeType: '', metadata: {} }),
      () => null,
    ),
  async put(_, bytes) {
    await writeFile(`${path}.new`, bytes);
    await rename(`${path}.new`, path);
  },
});

/** One prediction by a worker. */
export async function work(
  { baseUrl, token, saved }: { baseUrl: string; token: string; saved: string },
  { sleep, log }: Pick<PredictDependencies, 'sleep' | 'log'>,
): Promise<Prediction> {
  const { attempt, close } = connectAttempts();
  try {
    return await predict(
      {
        store: inFile(saved),
        api: replicateApi(attempt, baseUrl, token),
        clock: () => new Date(),
        sleep,
        random: Math.random,
        log,
        onPrediction: () => {},
        timeoutMs: 30_000,
      },
      {
        candidates: [{ model: 'google/nano-banana-2', input: () => ({ prompt: 'a red sweater' }) }],
        images: async () => [],
        checkpoint: 'prediction',
      },
      { deadline: new Date(Date.now() + 30_000), signal: new AbortController().signal, checkpointPrefix: '' },
    );
  } finally {
    await close();
  }
}

if (import.meta.main) {
  const [baseUrl = '', token = '', saved = ''] = process.argv.slice(2);
  await work({ baseUrl, token, saved }, { sleep: pause, log: pino({ level: 'silent' }) });
}
