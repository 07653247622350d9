import { randomBytes } from 'node:crypto';
import type { Answer, Received } from '../exchange.ts';
import type { Behaviour, BehaviourOf } from './behaviour.ts';
import { refusals } from './bodies.ts';
import { type CreateRequest, readCreate } from './create-request.ts';
import { runModel } from './models.ts';
import { isFinal, type Outcome, type PredictionRecord, statusOf, toReply } from './prediction-record.ts';
import { StoredFiles } from './stored-files.ts';

/** Replicate's HTTP API for predictions and files. Each create takes the next behaviour of the script. */
export class FakeReplicate {
  /** Requests received, successful or not. */
  readonly counts = { creates: 0, polls: 0, cancels: 0, uploads: 0 };
  /** Creates received: model, input, and the header `Cancel-After`. */
  readonly asked: { readonly model: string; readonly input: object; readonly cancelAfter: unknown }[] = [];
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

  /** Clears scripts, behaviours, counts, predictions and uploads. */
  reset(): void {
    this.files.reset();
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
  async handle(received: Received): Promise<Answer> {
    if (received.headers.authorization !== `Bearer ${this.#token}`) return refusals.unauthenticated;
    const route = `${received.method} ${received.url.pathname}`;
    const poll = /^GET \/v1\/predictions\/([^/]+)$/.exec(route);
    const cancel = /^POST \/v1\/predictions\/([^/]+)\/cancel$/.exec(route);
    const file = /^DELETE \/v1\/files\/([^/]+)$/.exec(route);
    if (poll?.[1]) return this.#poll(poll[1]);
    if (cancel?.[1]) return this.#cancel(cancel[1]);
    if (file?.[1]) return this.files.remove(file[1]);
    if (route === 'POST /v1/files') {
      this.counts.uploads++;
      return this.files.upload(received);
    }
    if (/^POST \/v1\/(models\/[^/]+\/[^/]+\/)?predictions$/.test(route)) return this.#create(received);
    return refusals.notFound;
  }

  async #create(received: Received): Promise<Answer> {
    this.counts.creates++;
    const create = readCreate(received);
    if ('status' in create) return create;
    const { model, input } = create;
    this.asked.push({ model, input, cancelAfter: received.headers['cancel-after'] });
    const behaviour = this.#script.shift() ?? this.#byModel.get(model) ?? this.#default(create);
    const fault = behaviour.create;
    if ((typeof fault === 'object' && !behaviour.stored) || fault === 'reset') return fault;
    const record = this.#store(create, behaviour);
    if (fault) return fault === 'reset after' ? 'reset' : fault;
    return { status: 201, body: await toReply(record, this.#origin, Date.now()) };
  }

  #store({ lifetime, ...create }: CreateRequest, behaviour: Behaviour): PredictionRecord {
    const { output } = behaviour.end ?? {};
    const createdAt = Date.now();
    let made: Promise<Outcome> | undefined;
    const makeOutput = () => {
      made ??= output === undefined ? runModel(create, this.files, behaviour.end) : Promise.resolve({ output });
      return made;
    };
    const record: PredictionRecord = {
      ...create,
      id: randomBytes(13).toString('hex'),
      behaviour,
      createdAt,
      cancelAt: lifetime && createdAt + lifetime * 1000,
      makeOutput,
      polls: 0,
      cancelled: false,
      expired: false,
    };
    this.#predictions.set(record.id, record);
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
