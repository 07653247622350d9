import type { MessagePort } from 'node:worker_threads';
import { receiveError, type SentError } from '../wire.ts';
import type { Network } from './litert.ts';
import type { Networks } from './networks.ts';

/** A run of a network, with a number that its answer has too. */
export type ToNetworks = { id: number; name: keyof Networks; input: Float32Array };

/** What a thread with networks sends: once which of them it has loaded, or why not, then what came of each run. */
export type FromNetworks =
  | { type: 'ready'; names: readonly (keyof Networks)[] }
  | { type: 'unusable'; error: SentError }
  | { type: 'outputs'; id: number; outputs: Float32Array[] }
  | { type: 'failed'; id: number; error: SentError };

/**
 * The networks that other threads (`network-thread.ts`) have loaded, run over a port to each. Inputs are copied, outputs are moved.
 *
 * @throws Error with the reason why some could not be loaded. If such a thread ends later, this one fails: it cannot go on without.
 */
export async function networksOver(ports: readonly MessagePort[]): Promise<Networks> {
  return Object.assign({}, ...(await Promise.all(ports.map(someOver))));
}

async function someOver(port: MessagePort): Promise<Partial<Networks>> {
  const loaded = Promise.withResolvers<readonly (keyof Networks)[]>();
  const runs = new Map<number, PromiseWithResolvers<Float32Array[]>>();
  let last = 0;
  port.on('message', (message: FromNetworks) => {
    if (message.type === 'ready') return loaded.resolve(message.names);
    if (message.type === 'unusable') return loaded.reject(receiveError(message.error));
    const run = runs.get(message.id);
    runs.delete(message.id);
    if (message.type === 'outputs') run?.resolve(message.outputs);
    else run?.reject(receiveError(message.error));
  });
  const ended = () => new Error('the thread with the networks ended');
  port.once('close', () => loaded.reject(ended()));
  const names = await loaded.promise;
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
  return Object.fromEntries(names.map((name) => [name, over(name)]));
}
