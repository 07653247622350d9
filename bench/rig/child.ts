import { fork } from 'node:child_process';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LOADED, type Reply } from './ipc.ts';

const PROBE = new URL('./probe.ts', import.meta.url).href;
const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));
const STOP_WITHIN_MS = 15_000;

/** A process of the bench. It ends with us: its IPC channel closes when we do. */
export type Child = {
  readonly pid: number;
  readonly exited: Promise<void>;
  /** Resolves when a hosted module is loaded; never for a service. */
  readonly loaded: Promise<void>;
  /** Asks the probe, or whatever else answers in there. @throws Error what went wrong there, or that it ended */
  ask<T>(name: string, ...args: unknown[]): Promise<T>;
  stop(): Promise<void>;
};

/** Starts `script` with the probe. What it writes goes to the end of `logFile`. */
export function startChild(
  script: string,
  options: { logFile: string; env: Readonly<Record<string, string>>; args?: readonly string[]; cwd?: string },
): Child {
  const log = openSync(options.logFile, 'a', 0o600);
  const child = fork(script, options.args ?? [], {
    execArgv: [`--import=${PROBE}`],
    env: options.env,
    ...(options.cwd ? { cwd: options.cwd } : {}),
    stdio: ['ignore', log, log, 'ipc'],
  });
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  const loaded = new Promise<void>((resolve, reject) => waiting.set(LOADED, { resolve, reject }));
  // A service never says it, and then nobody waits.
  loaded.catch(() => undefined);
  let serial = LOADED;
  let gone: Error | undefined;
  child.on('message', ({ id, answer, error }: Reply) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(answer as never);
    else asked?.reject(new Error(`${script}: ${error}`));
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      gone = new Error(`${script} ended (${signal ?? code}); see ${options.logFile}`);
      for (const { reject } of waiting.values()) reject(gone);
      resolve();
    });
  });
  return {
    pid: child.pid as number,
    exited,
    loaded,
    ask: (name, ...args) =>
      new Promise((resolve, reject) => {
        if (gone) return reject(gone);
        const id = ++serial;
        waiting.set(id, { resolve, reject });
        child.send({ id, ask: name, args });
      }),
    async stop() {
      if (gone) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** A module of the bench in a process of its own: its exported functions are called over IPC. */
export type Hosted = Child & { call<T>(name: string, ...args: unknown[]): Promise<T> };

/** @param module path of a file of the bench, from its own folder, e.g. `floors/http.ts` */
export async function host(
  module: string,
  options: { logFile: string; env: Readonly<Record<string, string>> },
): Promise<Hosted> {
  const file = fileURLToPath(new URL(`../${module}`, import.meta.url));
  const child = startChild(HOST, { ...options, args: [file] });
  await child.loaded;
  return { ...child, call: (name, ...args) => child.ask('call', name, ...args) };
}
