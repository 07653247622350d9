import { type ChildProcess, fork } from 'node:child_process';
import type { ReportProgress } from '@styling/contracts';
import type { HostSettings } from './engine-host.ts';
import type { FromHost, Job, Tasks, ToHost } from './jobs.ts';
import { receiveError } from './wire.ts';

/** Any task's result. */
type Answer = Tasks[keyof Tasks]['gives'];

/** The engine's process, which does jobs in order of arrival, as many at a time as it has threads. */
export type EngineProcess = {
  /**
   * Rejects with the job's error, with an Error if its thread or the process crashed, with the signal's reason if aborted: a waiting job
   * leaves the queue, a running one is stopped with its thread, as nothing else interrupts it.
   */
  run(job: Job, signal?: AbortSignal, report?: ReportProgress): Promise<Answer>;
  /** Starts the process in advance, unless there is one. */
  warm(): void;
  /** Ends the process; unfinished jobs fail. */
  close(): Promise<void>;
};

/** How many jobs at a time, after how long without any the process ends, and entries of its threads other than the engine's. */
export type ProcessOptions = { threads: number; idleMs: number; worker?: URL; networks?: URL };

/** A process that has been told to exit is killed after this. */
const EXITS_WITHIN_MS = 2_000;

/**
 * V8's flags. Loops over pixels are replaced on the stack by TurboFan's code only: Maglev's comes first, and is dropped with each full collection, so that
 * each picture would compile them again. Planes count towards the heap's limit: else each 64 MB of them start a full collection.
 */
const flags = ['--no-maglev-osr', '--no-flush-bytecode', '--external-memory-accounted-in-global-limit'];

/**
 * glibc's allocator: planes of megabytes lie in arenas and are used again. Mapped each by itself, as by what the services are given, they would be
 * zeroed page by page, which takes half of a picture's time. All of it is given back when the process ends.
 */
const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '8388608', MALLOC_TRIM_THRESHOLD_: '16777216' };

/** What the process needs to find libraries and compiled code: as it decodes strangers' pictures, it gets no key of the service. */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'NODE_COMPILE_CACHE'];

/**
 * A process that is started on demand: threads would not give their memory back, and a fault in native code would end the service. Signals are
 * this process's own to handle: the child ends with it, or with `close`.
 */
export function openEngineProcess({ threads, idleMs, worker, networks }: ProcessOptions): EngineProcess {
  const tickets = new Map<number, { settle: PromiseWithResolvers<Answer>; report: ReportProgress | undefined }>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed: Error | undefined;
  let last = 0;

  const end = async () => {
    const ending = child;
    child = undefined;
    clearTimeout(idle);
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    // It exits then, even in the middle of a picture, and keeps what it compiled.
    if (ending.connected) ending.disconnect();
    const late = setTimeout(() => ending.kill('SIGKILL'), EXITS_WITHIN_MS);
    await ended;
    clearTimeout(late);
  };

  const rejectAll = (reason: Error) => {
    for (const { settle } of tickets.values()) settle.reject(reason);
    tickets.clear();
  };

  const lose = (lost: ChildProcess, cause: Error) => {
    if (child !== lost) return;
    child = undefined;
    rejectAll(new Error('the engine’s process crashed', { cause }));
  };

  const receive = (message: FromHost) => {
    const ticket = tickets.get(message.id);
    if ('progress' in message) ticket?.report?.(message.progress.stage, message.progress.fraction);
    else if ('answer' in message) ticket?.settle.resolve(message.answer);
    else ticket?.settle.reject(receiveError(message.failed));
  };

  const start = (): ChildProcess => {
    const settings: HostSettings = {
      worker: (worker ?? new URL('./worker.ts', import.meta.url)).href,
      networks: (networks ?? new URL('./models/network-thread.ts', import.meta.url)).href,
      threads,
    };
    const started = fork(new URL('./engine-host.ts', import.meta.url), [JSON.stringify(settings)], {
      execArgv: flags,
      env: { ...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])), ...allocator },
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.on('message', (message) => receive(message as FromHost));
    started.on('error', (error) => lose(started, error));
    started.once('exit', (code, signal) => lose(started, new Error(`it ended with ${signal ?? code}`)));
    return started;
  };

  const endWhenIdle = () => {
    idle = setTimeout(end, idleMs).unref();
  };

  const warm = () => {
    if (closed || child) return;
    child = start();
    endWhenIdle();
  };

  const run = async (job: Job, signal?: AbortSignal, report?: ReportProgress): Promise<Answer> => {
    if (closed) throw closed;
    signal?.throwIfAborted();
    clearTimeout(idle);
    child ??= start();
    const host = child;
    const id = ++last;
    const settle = Promise.withResolvers<Answer>();
    tickets.set(id, { settle, report });
    const send = (message: ToHost) => host.send(message, (error) => error && lose(host, error));
    const abort = () => {
      settle.reject(signal?.reason);
      send({ id, abort: true });
    };
    signal?.addEventListener('abort', abort, { once: true });
    send({ id, job });
    try {
      return await settle.promise;
    } finally {
      signal?.removeEventListener('abort', abort);
      if (tickets.delete(id) && tickets.size === 0) endWhenIdle();
    }
  };

  const close = async () => {
    closed ??= new Error('the engine is closed');
    rejectAll(closed);
    await end();
  };

  return { run, warm, close };
}
