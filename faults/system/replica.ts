import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '@styling/local-servers';
import { REPOSITORY_DIR, type ServiceProcess, startServiceProcess } from '@styling/process-rig';
import type { Link, LinkState } from './link.ts';

/** The servers a replica has a link to. */
export const LINKS = ['nats', 'postgres', 'store'] as const;
export type LinkName = (typeof LINKS)[number];

export type ReplicaOptions = {
  /** e.g. `gateway-1` */
  readonly name: string;
  readonly service: string;
  readonly env: Readonly<Record<string, string>>;
  /** 0 for a service without a public port. */
  readonly port: number;
  readonly healthPort: number;
  readonly links: Readonly<Partial<Record<LinkName, Link>>>;
  readonly logDir: string;
  /** Told when a replica that was ready ended without being asked to. */
  readonly onDeath: (line: string) => void;
};

const CLOCK = fileURLToPath(new URL('./shifted-clock.preload.ts', import.meta.url));
const READY_WITHIN_MS = 60_000;
const STOP_GRACE_MS = 40_000;
/** How soon one that ended by itself is started again, as an orchestrator would. */
const RESTART_MS = 500;

/** One process of a service, under any kind of bad luck. */
export class Replica {
  readonly name: string;
  readonly service: string;
  readonly port: number;
  readonly #options: ReplicaOptions;
  readonly #clockFile: string;
  #process: ServiceProcess | undefined;
  #incarnation = 0;
  #wanted = false;
  /** Of the latest process that ended by itself. */
  #lastWords = '';

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.name = options.name;
    this.service = options.service;
    this.port = options.port;
    this.#clockFile = join(options.logDir, `${options.name}.clock`);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Of the latest process. */
  get logFile(): string {
    return join(this.#options.logDir, `${this.name}.${this.#incarnation}.log`);
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    await this.launch();
    await this.ready();
  }

  /** Starts it; it may take its time to be ready. */
  async launch(): Promise<void> {
    const { service, env, port, healthPort } = this.#options;
    this.#wanted = true;
    this.#incarnation++;
    const readyUrl = `http://127.0.0.1:${healthPort}/readyz`;
    const started = await startServiceProcess(
      {
        name: this.name,
        command: process.execPath,
        args: [`--import=${CLOCK}`, join(REPOSITORY_DIR, 'services', service, 'main.ts')],
        cwd: REPOSITORY_DIR,
        env: { ...env, PORT: String(port), HEALTH_PORT: String(healthPort), CLOCK_SHIFT_FILE: this.#clockFile },
        readyUrl,
      },
      { logFile: this.logFile, show: () => {} },
    );
    this.#process = started;
    let wasReady = false;
    const settled = async () => {
      wasReady ||= await isReady(readyUrl);
      return wasReady || started.exit() !== undefined;
    };
    void waitUntil(settled, { timeoutMs: READY_WITHIN_MS, everyMs: 50 });
    void started.exited.then(async ({ code, signal }) => {
      if (!this.#wanted || this.#process !== started) return;
      this.#lastWords = started.lastWords();
      // One that could not start because of a fault is started again, without a word.
      if (wasReady) this.#options.onDeath(`${this.name} ended (${signal ?? code}): ${started.lastWords()}`);
      await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
      if (this.#wanted && this.#process === started) await this.launch();
    });
  }

  /** Resolves when it is ready. */
  async ready(): Promise<void> {
    const url = `http://127.0.0.1:${this.#options.healthPort}/readyz`;
    if (!(await waitUntil(() => isReady(url), { timeoutMs: READY_WITHIN_MS, everyMs: 50 }))) {
      throw new Error(`${this.name} is not ready: ${this.#lastWords || this.#process?.lastWords()}`);
    }
  }

  /** SIGKILL. */
  async kill(): Promise<void> {
    this.#wanted = false;
    this.#process?.kill();
    await this.#process?.exited;
  }

  /** SIGSTOP. */
  pause(): void {
    this.#signal('SIGSTOP');
  }

  /** SIGCONT. */
  resume(): void {
    this.#signal('SIGCONT');
  }

  /** SIGTERM, and SIGKILL when that does not end it in time. */
  async terminate(): Promise<void> {
    this.#wanted = false;
    this.resume();
    await this.#process?.stop(STOP_GRACE_MS);
  }

  /** Puts its wall clock so many milliseconds off. */
  async shiftClock(ms: number): Promise<void> {
    await writeFile(this.#clockFile, String(ms));
  }

  setLink(name: LinkName, state: LinkState): void {
    this.#options.links[name]?.set(state);
  }

  /** Its links open, its clock right, its process going on. */
  async mend(): Promise<void> {
    for (const name of LINKS) this.setLink(name, { is: 'open' });
    await this.shiftClock(0);
    this.resume();
    if (!this.#wanted) await this.launch();
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#process ?? {};
    if (pid !== undefined && this.#process?.exit() === undefined) process.kill(pid, signal);
  }
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
};
