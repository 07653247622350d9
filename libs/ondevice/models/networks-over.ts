import type { MessagePort } from 'node:worker_threads';
import { receiveError, type SentError } from '../wire.ts';
import type { Network } from './litert.ts';
import type { Networks } from './networks.ts';
import { weights } from './weights.ts';

/** A run of a network, with a number that its answer has too. */
export type ToNetworks = { id: number; name: keyof Networks; input: Float32Array };

/** What the thread with the networks says: once that they are loaded, or why not, then what came of each run. */
export type FromNetworks =
  | { type: 'ready' }
  | { type: 'unusable'; error: SentError }
  | { type: 'outputs'; id: number; outputs: Float32Array[] }
  | { type: 'failed'; id: number; error: SentError };

/**
 * The networks that another thread (`network-thread.ts`) has loaded, run over a port to it. Inputs are copied, outputs are moved.
 *
 * @param segmentation whether the operator's own is among them
 * @throws Error with the reason why they could not be loaded. If that thread ends later, this one fails: it cannot go on without.
 */
export async function networksOver(port: MessagePort, segmentation: boolean): Promise<Networks> {
  const loaded = Promise.withResolvers<void>();
  const runs = new Map<number, PromiseWithResolvers<Float32Array[]>>();
  let last = 0;
  port.on('message', (message: FromNetworks) => {
    if (message.type === 'ready') return loaded.resolve();
    if (message.type === 'unusable') return loaded.reject(receiveError(message.error));
    const run = runs.get(message.id);
    runs.delete(message.id);
    if (message.type === 'outputs') run?.resolve(message.outputs);
    else run?.reject(receiveError(message.error));
  });
  const ended = () => new Error('the thread with the networks ended');
  port.once('close', () => loaded.reject(ended()));
  await loaded.promise;
  // Uncaught, which ends this thread.
  port.once('close', () => {
    throw ended();
  });
  const over =
    (name: keyof Networks): Network =>
    (input) => {
      const id = ++last;
      const run = Promise.withResolvers<Float32Array[]>();
      runs.set(id, run);
      port.postMessage({ id, name, input } satisfies ToNetworks);
      return run.promise;
    };
  const names = Object.keys(weights) as (keyof typeof weights)[];
  const networks = Object.fromEntries(names.map((name) => [name, over(name)])) as Networks;
  return segmentation ? { ...networks, segmentation: over('segmentation') } : networks;
}
