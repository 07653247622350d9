import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, serviceSpec, startServiceProcess, statusOf, waitUntil } from '@styling/local-servers';
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
  /** Called when a replica that was ready ended without having been stopped. */
  readonly onDeath: (line: string) => void;
};

const READY_WITHIN_MS = 60_000;
const STOP_GRACE_MS = 40_000;
/** Delay before one that ended by itself is started again, as an orchestrator would. */
const RESTART_MS = 500;
/** A process reads its shift every 50 ms. */
const SHIFTED_WITHIN_MS = 200;

/** One process of a service, with methods to inject faults. */
export class Replica {
  readonly name: string;
  readonly service: string;
  readonly url: string;
  readonly #options: ReplicaOptions;
  readonly #clockFile: string;
  readonly #readyUrl: string;
  #process: ServiceProcess | undefined;
  #incarnation = 0;
  #wanted = false;
  /** How the latest process that ended by itself did so. */
  #failure: Error | undefined;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.name = options.name;
    this.service = options.service;
    this.url = `http://127.0.0.1:${options.port}`;
    this.#readyUrl = `http://127.0.0.1:${options.healthPort}/readyz`;
    this.#clockFile = join(options.logDir, `${options.name}.clock`);
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

  /** Starts it without waiting until it is ready. */
  async launch(): Promise<void> {
    const { env } = this.#options;
    this.#wanted = true;
    this.#incarnation++;
    const spec = serviceSpec({ ...this.#options, env: { ...env, CLOCK_SHIFT_FILE: this.#clockFile } });
    const started = await startServiceProcess(spec, { logFile: this.logFile });
    this.#process = started;
    let wasReady = false;
    const markReady = () => {
      wasReady = true;
    };
    void started.ready(READY_WITHIN_MS).then(markReady, () => undefined);
    void started.failure.then(async (failure) => {
      if (!this.#wanted || this.#process !== started) return;
      this.#failure = failure;
      // One that could not start because of a fault is started again without a report.
      if (wasReady) this.#options.onDeath(failure.message);
      await sleep(RESTART_MS);
      if (this.#wanted && this.#process === started) await this.launch();
    });
  }

  /** Resolves when it is ready. */
  async ready(): Promise<void> {
    const isReady = async () => (await statusOf(this.#readyUrl)) === 200;
    if (!(await waitUntil(isReady, { timeoutMs: READY_WITHIN_MS, everyMs: 50 }))) {
      throw new Error(`${this.name} is not ready: ${this.#failure?.message ?? this.#process?.lastError()}`);
    }
  }

  /** SIGKILL. */
  async kill(): Promise<void> {
    this.#wanted = false;
    await this.#process?.kill();
  }

  /** SIGSTOP. */
  pause(): void {
    this.#signal('SIGSTOP');
  }

  /** SIGCONT. */
  resume(): void {
    this.#signal('SIGCONT');
  }

  /** SIGTERM, and SIGKILL when it takes too long to end. */
  async terminate(): Promise<void> {
    this.#wanted = false;
    this.resume();
    await this.#process?.stop(STOP_GRACE_MS);
  }

  /** Shifts its wall clock by so many milliseconds; resolves when the process has noticed. */
  async shiftClock(ms: number): Promise<void> {
    await writeFile(this.#clockFile, String(ms));
    await sleep(SHIFTED_WITHIN_MS);
  }

  /** The response to an orchestrator's or a scraper's request; status 0 if there is none. */
  async health(path: 'readyz' | 'metrics'): Promise<{ readonly status: number; readonly text: string }> {
    try {
      const response = await fetch(new URL(path, this.#readyUrl), { signal: AbortSignal.timeout(2_000) });
      return { status: response.status, text: await response.text() };
    } catch {
      return { status: 0, text: '' };
    }
  }

  setLink(name: LinkName, state: LinkState): void {
    this.#options.links[name]?.set(state);
  }

  /** Opens its links, corrects its clock and lets its process run. */
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
