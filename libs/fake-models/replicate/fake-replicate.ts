import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Exchange } from '../exchange.ts';
import type { Behaviour, BehaviourOf } from './behaviour.ts';
import { refusals } from './bodies.ts';
import { type CreateRequest, readCreate, waitSeconds } from './create-request.ts';
import { runModel } from './models.ts';
import { isFinal, type PredictionRecord, statusOf, toReply } from './prediction-record.ts';
import { StoredFiles } from './stored-files.ts';

const WAIT_STEP_MS = 20;

/** Replicate's HTTP API for predictions and files. Each create takes the next behaviour of the script. */
export class FakeReplicate {
  /** Requests received, successful or not. */
  readonly counts = { creates: 0, polls: 0, cancels: 0, uploads: 0 };
  /** Creates received: model, input, and the header `Cancel-After`. */
  readonly asked: { readonly model: string; readonly input: object; readonly cancelAfter: string }[] = [];
  readonly files: StoredFiles;
  readonly #predictions = new Map<string, PredictionRecord>();
  readonly #origin: string;
  readonly #token: string;
  readonly #default: BehaviourOf;
  #script: Behaviour[] = [];
  readonly #byModel = new Map<string, Behaviour>();

  constructor(origin: string, token: string, behaviour: Behaviour | BehaviourOf) {
    this.#origin = origin;
    this.#token = token;
    this.#default = typeof behaviour === 'function' ? behaviour : () => behaviour;
    this.files = new StoredFiles(origin);
  }

  /** Sets the behaviour of the next creates, one each; after them come behaviours by model, then the default. */
  script(behaviours: readonly Behaviour[]): void {
    this.#script = [...behaviours];
  }

  /** Sets the behaviour of every create of a model. */
  behave(model: string, behaviour: Behaviour): void {
    this.#byModel.set(model, behaviour);
  }

  /** Clears scripts, behaviours, counts and predictions. */
  reset(): void {
    this.#script = [];
    this.#byModel.clear();
    this.#predictions.clear();
    this.asked.length = 0;
    Object.assign(this.counts, { creates: 0, polls: 0, cancels: 0, uploads: 0 });
  }

  /** Stored predictions, each of which would be billed. */
  get predictions(): (Pick<PredictionRecord, 'id' | 'model' | 'input'> & { readonly status: string })[] {
    return [...this.#predictions.values()].map((record) => {
      const { id, model, input } = record;
      return { id, model, input, status: statusOf(record, Date.now()) };
    });
  }

  /** Removes all inputs, outputs and logs, as the vendor does after an hour. */
  expireAll(): void {
    for (const record of this.#predictions.values()) record.expired = true;
  }

  /** Handles everything under `/v1/`. */
  async handle(exchange: Exchange): Promise<Answer> {
    if (exchange.header('authorization') !== `Bearer ${this.#token}`) return refusals.unauthenticated;
    const { method, url } = exchange;
    const route = `${method} ${url.pathname}`;
    const poll = /^GET \/v1\/predictions\/([^/]+)$/.exec(route);
    const cancel = /^POST \/v1\/predictions\/([^/]+)\/cancel$/.exec(route);
    const file = /^DELETE \/v1\/files\/([^/]+)$/.exec(route);
    if (poll?.[1]) return this.#poll(poll[1]);
    if (cancel?.[1]) return this.#cancel(cancel[1]);
    if (file?.[1]) return this.files.remove(file[1]);
    if (route === 'POST /v1/files') {
      this.counts.uploads++;
      return this.files.receive(exchange);
    }
    if (/^POST \/v1\/(models\/[^/]+\/[^/]+\/)?predictions$/.test(route)) return this.#create(exchange);
    return refusals.notFound;
  }

  async #create(exchange: Exchange): Promise<Answer> {
    this.counts.creates++;
    const read = readCreate(exchange.url.pathname, await exchange.json(), exchange.request.headers);
    if ('refusal' in read) return read.refusal;
    this.asked.push({ model: read.model, input: read.input, cancelAfter: exchange.header('cancel-after') });
    const behaviour = this.#script.shift() ?? this.#byModel.get(read.model) ?? this.#default(read);
    const fault = behaviour.create;
    if (typeof fault === 'object' || fault === 'reset') return fault;
    const record = this.#store(read, behaviour);
    if (fault) return fault === 'reset after' ? 'reset' : fault;
    const wait = waitSeconds(exchange.header('prefer'));
    // With `Prefer: wait` the server itself polls.
    if (wait !== undefined) record.polls++;
    const until = Date.now() + (wait ?? 0) * 1000;
    while (Date.now() < until && !isFinal(statusOf(record, Date.now()))) await sleep(WAIT_STEP_MS);
    const unfinished = wait !== undefined && !isFinal(statusOf(record, Date.now()));
    return { status: unfinished ? 202 : 201, body: await toReply(record, this.#origin, Date.now()) };
  }

  #store({ model, version, input, lifetimeMs }: CreateRequest, behaviour: Behaviour): PredictionRecord {
    const id = randomBytes(13).toString('hex');
    const end = behaviour.end?.status === 'succeeded' ? behaviour.end : undefined;
    const now = Date.now();
    const run = () =>
      runModel({
        model,
        input,
        fetchInput: (url) => this.files.fetchInput(url),
        deliver: (bytes, format) => {
          const other = format === 'jpeg' ? 'png' : 'jpeg';
          return this.files.deliver(bytes, end?.mislabelled ? other : format, end?.deliveries);
        },
      });
    let made: ReturnType<typeof run> | undefined;
    const record: PredictionRecord = {
      id,
      model,
      version,
      input,
      behaviour,
      createdAt: now,
      cancelAt: lifetimeMs === undefined ? undefined : now + lifetimeMs,
      makeOutput: async () => {
        if (end?.output !== undefined) return { output: end.output };
        made ??= run();
        return made;
      },
      polls: 0,
      cancelled: false,
      expired: false,
    };
    this.#predictions.set(id, record);
    return record;
  }

  async #poll(id: string): Promise<Answer> {
    this.counts.polls++;
    const record = this.#predictions.get(id);
    if (!record) return refusals.notFound;
    const fault = record.behaviour.polls?.[record.polls];
    record.polls++;
    return fault ?? { status: 200, body: await toReply(record, this.#origin, Date.now()) };
  }

  async #cancel(id: string): Promise<Answer> {
    this.counts.cancels++;
    const record = this.#predictions.get(id);
    if (!record) return refusals.notFound;
    if (!isFinal(statusOf(record, Date.now()))) record.cancelled = true;
    return { status: 200, body: await toReply(record, this.#origin, Date.now()) };
  }
}
