import { fileURLToPath } from 'node:url';
import { type RunningProcess, startProcess } from '@styling/local-servers';
import { LOADED, type Reply } from './ipc.ts';

/** Preloaded into every measured process. */
export const PROBE = new URL('./probe.ts', import.meta.url).href;
const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));
const STOP_WITHIN_MS = 15_000;

/** A process of the bench that answers questions over IPC. */
export type Child = {
  /** Asks the probe or the hosted module. @throws Error of the answering side, or that the process has ended */
  ask<T>(name: string, ...args: unknown[]): Promise<T>;
  stop(): Promise<void>;
};

/** A module of the bench in a process of its own: its exported functions are called over IPC. */
export type Hosted = Child & { call<T>(name: string, ...args: unknown[]): Promise<T> };

/** Lets a process that was started with the probe be asked. @param name for errors */
export function asking(
  name: string,
  { channel, exited, exit }: Pick<RunningProcess, 'channel' | 'exited' | 'exit'>,
): { readonly ask: Child['ask']; readonly loaded: Promise<void> } {
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  const loaded = new Promise<void>((resolve, reject) => waiting.set(LOADED, { resolve, reject }));
  // A service never sends it, and then nobody waits for it.
  loaded.catch(() => undefined);
  let serial = LOADED;
  channel.on('message', (message) => {
    const { id, answer, error } = message as Reply;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(answer as never);
    else asked?.reject(new Error(`${name}: ${error}`));
  });
  void exited.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended`));
  });
  return {
    loaded,
    ask: (question, ...args) =>
      new Promise((resolve, reject) => {
        if (exit()) return reject(new Error(`${name} ended`));
        const id = ++serial;
        waiting.set(id, { resolve, reject });
        channel.send({ id, ask: question, args });
      }),
  };
}

/**
 * Starts a process around a module of the bench.
 * @param module path of a file of the bench, from its own folder, e.g. `floors/http.ts`
 */
export async function host(
  module: string,
  options: { logFile: string; env: Readonly<Record<string, string>> },
): Promise<Hosted> {
  const file = fileURLToPath(new URL(`../${module}`, import.meta.url));
  const running = await startProcess({
    command: process.execPath,
    args: [`--import=${PROBE}`, HOST, file],
    ipc: true,
    ...options,
    stopSignals: [['SIGTERM', STOP_WITHIN_MS]],
  });
  const { ask, loaded } = asking(module, running);
  await loaded;
  return { ask, call: (name, ...args) => ask('call', name, ...args), stop: async () => void (await running.stop()) };
}
