import { type ChildProcess, fork } from 'node:child_process';
import type { ReportProgress } from '@styling/contracts';
import type { FromHost, HostSettings, SharedSettings, ToHost } from './pool-host.ts';
import { receiveError } from './wire.ts';
import type { WorkerPool, WorkerPoolOptions } from './worker-pool.ts';

/** A worker pool in a process of its own, which ends after `idleMs` without work. */
export type WorkerProcessOptions = Omit<WorkerPoolOptions, 'shared'> & {
  idleMs: number;
  shared?: readonly SharedSettings[];
};

/** A process that has been told to exit is killed after this. */
const EXITS_WITHIN_MS = 2_000;

type Ticket<Answer> = { settle: PromiseWithResolvers<Answer>; report: ReportProgress | undefined };

/**
 * Most loops over pixels belong to functions that are called once a picture. V8 optimises those inside their first loop (on-stack replacement),
 * and drops that code with the next full collection, of which planes cause a dozen a picture: each picture compiled the same loops again.
 * Replaced by TurboFan's code only, not by Maglev's first, a function is optimised as a whole with its third call, and stays so.
 */
const keepCompiled = ['--no-maglev-osr', '--no-flush-bytecode'];

/**
 * Planes lie outside of V8's heap, and by default each 64 MB of them start a full collection. With this they count towards the heap's limit, which
 * grows with what is alive, up to a ceiling (`startThread`, docs/decisions/0113).
 */
const collectLess = '--external-memory-accounted-in-global-limit';

/**
 * glibc's allocator: planes of megabytes lie in arenas and are used again. Mapped each by itself, as by what the services are given, they would be
 * zeroed page by page, which takes half of a picture's time. All of it is given back when the process ends.
 */
const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '8388608', MALLOC_TRIM_THRESHOLD_: '16777216' };

/** What the process needs to find libraries and compiled code: as it decodes strangers' pictures, it gets no key of the service. */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'NODE_COMPILE_CACHE'];

/**
 * A pool of workers running `entry` in a child process, which is started on demand: only then a process that has ended gives all of its memory
 * back. Signals are this process's own to handle: the child ends with it, or with `close`.
 */
export function openWorkerProcess<Job, Answer>(
  entry: URL,
  { threads, idleMs, workerData, shared = [] }: WorkerProcessOptions,
): WorkerPool<Job, Answer> {
  const tickets = new Map<number, Ticket<Answer>>();
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
    rejectAll(new Error('worker process crashed', { cause }));
  };

  const start = (): ChildProcess => {
    const settings: HostSettings = { entry: entry.href, shared, threads, workerData };
    const started = fork(new URL('./pool-host.ts', import.meta.url), [JSON.stringify(settings)], {
      execArgv: [...keepCompiled, collectLess],
      env: { ...environment(), ...allocator },
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.on('message', (message) => receive(message as FromHost<Answer>));
    started.on('error', (error) => lose(started, error));
    started.once('exit', (code, signal) => lose(started, new Error(`worker process ended with ${signal ?? code}`)));
    return started;
  };

  const receive = (message: FromHost<Answer>) => {
    const ticket = tickets.get(message.id);
    if (message.type === 'progress') return ticket?.report?.(message.progress.stage, message.progress.fraction);
    if (message.type === 'answer') ticket?.settle.resolve(message.answer);
    else ticket?.settle.reject(receiveError(message.error));
    settled(message.id);
  };

  const settled = (id: number) => {
    if (!tickets.delete(id) || tickets.size > 0) return;
    idle = setTimeout(end, idleMs).unref();
  };

  const ask = (
    what: { job: Job } | { prove: true },
    signal?: AbortSignal,
    report?: ReportProgress,
  ): Promise<Answer> => {
    if (closed) return Promise.reject(closed);
    if (signal?.aborted) return Promise.reject(signal.reason);
    clearTimeout(idle);
    child ??= start();
    const host = child;
    const id = ++last;
    const settle = Promise.withResolvers<Answer>();
    tickets.set(id, { settle, report });
    const send = (message: ToHost<Job>) => host.send(message, (error) => error && lose(host, error));
    const abort = () => {
      settle.reject(signal?.reason);
      send({ id, abort: true });
      settled(id);
    };
    signal?.addEventListener('abort', abort, { once: true });
    send({ id, ...what });
    return settle.promise.finally(() => signal?.removeEventListener('abort', abort));
  };

  const close = async () => {
    closed ??= new Error('the engine is closed');
    rejectAll(closed);
    await end();
  };

  return {
    run: (job, signal, report) => ask({ job }, signal, report),
    prove: async () => void (await ask({ prove: true })),
    close,
  };
}

const environment = (): NodeJS.ProcessEnv => Object.fromEntries(passedOn.map((name) => [name, process.env[name]]));
