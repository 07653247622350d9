import { randomBytes, randomUUID } from 'node:crypto';
import { type Answer, type FakeResponse, formOf, jsonOf, type Received } from './exchange.ts';
import { answerAbout, paint, schemaInText } from './made-up.ts';
import { type Behaviour, type BehaviourOf, invalid, refusals } from './replicate-behaviour.ts';

type Status = 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'aborted';
type Outcome = { readonly output?: unknown; readonly error?: string | null | undefined };
type Create = {
  readonly model: string;
  readonly version: string;
  readonly input: Readonly<Record<string, unknown>>;
};
/** A stored prediction. Times are in ms since the epoch. */
type Stored = Create & {
  readonly id: string;
  readonly behaviour: Behaviour;
  readonly createdAt: number;
  readonly cancelAt: number | undefined;
  outcome?: Promise<Outcome>;
  polls: number;
  cancelled: boolean;
  expired: boolean;
};

const OFFICIAL = /^\/v1\/models\/([^/]+\/[^/]+)\/predictions$/;
const VERSION = /^([\w.-]+\/[\w.-]+):([\da-f]{64})$/;
const MIN_LIFETIME_SECONDS = 5;

/** Replicate's HTTP API for predictions and files. Each create takes the next behaviour of the script. */
export class FakeReplicate {
  readonly counts = { creates: 0, polls: 0, cancels: 0, uploads: 0 };
  readonly asked: { readonly model: string; readonly input: object; readonly cancelAfter: unknown }[] = [];
  readonly files: StoredFiles;
  readonly #predictions = new Map<string, Stored>();
  readonly #token: string;
  readonly #default: BehaviourOf;
  #script: Behaviour[] = [];
  readonly #byModel = new Map<string, Behaviour>();

  constructor(origin: string, token: string, behaviour: BehaviourOf) {
    this.#token = token;
    this.#default = behaviour;
    this.files = new StoredFiles(origin);
  }

  /** Sets the behaviour of the next creates, one each; after them come behaviours by model, then the default. */
  script(behaviours: readonly Behaviour[]): void {
    this.#script = [...behaviours];
  }

  behave(model: string, behaviour: Behaviour): void {
    this.#byModel.set(model, behaviour);
  }

  reset(): void {
    this.files.reset();
    this.#script = [];
    this.#byModel.clear();
    this.#predictions.clear();
    this.asked.length = 0;
    Object.assign(this.counts, { creates: 0, polls: 0, cancels: 0, uploads: 0 });
  }

  /** Stored predictions, each of which would be billed. */
  get predictions(): (Pick<Stored, 'id' | 'model' | 'input'> & { readonly status: Status })[] {
    return [...this.#predictions.values()].map((stored) => {
      const { id, model, input } = stored;
      return { id, model, input, status: statusOf(stored, Date.now()) };
    });
  }

  /** Removes all inputs, outputs and logs, as the vendor does after an hour. */
  expireAll(): void {
    for (const stored of this.#predictions.values()) stored.expired = true;
  }

  async handle(received: Received): Promise<Answer> {
    if (received.headers.authorization !== `Bearer ${this.#token}`) return refusals.unauthenticated;
    const route = `${received.method} ${received.url.pathname}`;
    const [, id, cancel] = /^(?:GET|POST) \/v1\/predictions\/([^/]+)(\/cancel)?$/.exec(route) ?? [];
    if (id) return cancel ? this.#cancel(id) : this.#poll(id);
    if (route.startsWith('DELETE /v1/files/')) return this.files.remove(route.slice('DELETE /v1/files/'.length));
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
    const { model, input, lifetime } = create;
    this.asked.push({ model, input, cancelAfter: received.headers['cancel-after'] });
    const behaviour = this.#script.shift() ?? this.#byModel.get(model) ?? this.#default(create);
    const fault = behaviour.create;
    if ((typeof fault === 'object' && !behaviour.stored) || fault === 'reset') return fault;
    const createdAt = Date.now();
    const id = randomBytes(13).toString('hex');
    const cancelAt = lifetime && createdAt + lifetime * 1000;
    const stored = { ...create, id, behaviour, createdAt, cancelAt, polls: 0, cancelled: false, expired: false };
    this.#predictions.set(id, stored);
    if (fault) return fault === 'reset after' ? 'reset' : fault;
    return { status: 201, body: await this.#reply(stored) };
  }

  async #poll(id: string): Promise<Answer> {
    this.counts.polls++;
    const stored = this.#predictions.get(id);
    if (!stored) return refusals.notFound;
    const fault = stored.behaviour.polls?.[stored.polls];
    stored.polls++;
    return fault ?? { status: 200, body: await this.#reply(stored) };
  }

  async #cancel(id: string): Promise<Answer> {
    this.counts.cancels++;
    const stored = this.#predictions.get(id);
    if (!stored) return refusals.notFound;
    if (!isFinal(statusOf(stored, Date.now()))) stored.cancelled = true;
    return { status: 200, body: await this.#reply(stored) };
  }

  async #reply(stored: Stored): Promise<object> {
    const { id, model, version, createdAt, behaviour } = stored;
    const { end = {}, takesMs = 0 } = behaviour;
    const now = Date.now();
    const reached = statusOf(stored, now);
    let outcome: Outcome = reached === 'failed' ? { error: end.error } : {};
    if (reached === 'succeeded') {
      stored.outcome ??= end.output === undefined ? this.#runModel(stored) : Promise.resolve({ output: end.output });
      outcome = await stored.outcome;
    }
    const { output = null, error = null } = outcome;
    const status = error === null ? reached : 'failed';
    const removed = stored.expired || end.expired === true;
    return {
      id,
      model,
      version,
      logs: '',
      output: removed ? null : output,
      data_removed: removed,
      error,
      status,
      ...(isFinal(status) && {
        metrics: { predict_time: takesMs / 1000, total_time: (now - createdAt) / 1000 },
        ...end.fields,
      }),
    };
  }

  /** Inputs and shapes of outputs are those of the real models. */
  async #runModel({ model, input, behaviour }: Stored): Promise<Outcome> {
    const prompt = String(input.prompt);
    const instructions = String(input.instructions ?? input.system_instruction);
    const [url] = [input.image_input, input.input_images, input.images].flat().filter((one) => typeof one === 'string');
    const unreadable = { error: `Failed to load the input image from ${url}` };
    const picture = url === undefined ? undefined : await this.files.fetchInput(url).catch(() => null);
    if (picture === null) return unreadable;
    const about = { instructions, prompt, picture };
    if (model.startsWith('openai/gpt-5')) {
      const { format } = (input.json_schema ?? {}) as { format?: { schema?: object } };
      const json_output = await answerAbout(format?.schema ?? {}, about);
      return { output: { json_output, text: JSON.stringify(json_output) } };
    }
    if (model.startsWith('google/gemini')) {
      const answer = await answerAbout(schemaInText(instructions) ?? {}, about);
      return { output: `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``.match(/[\s\S]{1,20}/g) };
    }
    try {
      const painted = await paint(prompt, picture, { aspectRatio: input.aspect_ratio, format: 'jpeg' });
      const address = this.files.deliver(painted, behaviour.end?.deliveries);
      return { output: model.startsWith('bytedance/') ? [address] : address };
    } catch {
      return unreadable;
    }
  }
}

/** Counts as started after the first poll. */
function statusOf({ behaviour, createdAt, cancelAt, polls, cancelled }: Stored, now: number): Status {
  if (cancelled) return 'canceled';
  const runs = polls <= (behaviour.runs ?? 0) || now < createdAt + (behaviour.takesMs ?? 0);
  if (!runs) return behaviour.end?.status ?? 'succeeded';
  if (cancelAt !== undefined && now >= cancelAt) return polls > 1 ? 'canceled' : 'aborted';
  return polls > 1 ? 'processing' : 'starting';
}

const isFinal = (status: Status): boolean => status !== 'starting' && status !== 'processing';

/** `lifetime` is `Cancel-After` in seconds. Returns the API's error response for an invalid create. */
function readCreate(received: Received): (Create & { readonly lifetime: number | undefined }) | FakeResponse {
  const { url, headers } = received;
  const sent = jsonOf(received) as { input?: Record<string, unknown>; version?: unknown } | undefined;
  if (!sent) return invalid('The request body is not valid JSON');
  const { input, version, ...unknown } = sent;
  if (Object.keys(unknown).length > 0) return invalid('- the body has unknown properties\n');
  const [, owner, pinned = 'hidden'] = VERSION.exec(String(version)) ?? [];
  const model = OFFICIAL.exec(url.pathname)?.[1] ?? owner;
  if (model === undefined) return refusals.invalidVersion;
  if (typeof input?.prompt !== 'string' || input.prompt === '') return refusals.promptRequired;
  const cancelAfter = headers['cancel-after'];
  const lifetime = cancelAfter === undefined ? undefined : Number(/^(\d+)s$/.exec(String(cancelAfter))?.[1]);
  if (lifetime !== undefined && !(lifetime >= MIN_LIFETIME_SECONDS)) return invalid('- Cancel-After: invalid\n');
  return { model, version: pinned, input, lifetime };
}

class StoredFiles {
  readonly #inputs = new Map<string, Uint8Array>();
  /** The answers to a download, in order; the last one is repeated. */
  readonly #deliveries = new Map<string, Answer[]>();
  readonly #origin: string;
  /** Answers to the next uploads and removals, in order, in place of the right ones; an upload is stored nevertheless. */
  readonly faults: { uploads: Answer[]; removals: Answer[] } = { uploads: [], removals: [] };

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Number of uploaded files that were not removed. */
  get inputs(): number {
    return this.#inputs.size;
  }

  reset(): void {
    this.#inputs.clear();
    Object.assign(this.faults, { uploads: [], removals: [] });
  }

  /** POST /v1/files: multipart with the file as `content`. */
  async upload(received: Received): Promise<Answer> {
    const content = (await formOf(received)).get('content');
    if (!(content instanceof Blob)) return { status: 400, body: { detail: 'Missing content', status: 400 } };
    const id = randomUUID();
    this.#inputs.set(id, await content.bytes());
    const urls = { get: `${this.#origin}/v1/files/${id}` };
    return this.faults.uploads.shift() ?? { status: 201, body: { id, name: 'input', size: content.size, urls } };
  }

  remove(id: string): Answer {
    const fault = this.faults.removals.shift();
    if (fault) return fault;
    return this.#inputs.delete(id) ? { status: 204, body: undefined } : refusals.notFound;
  }

  async fetchInput(url: string): Promise<Uint8Array> {
    const uploaded = this.#inputs.get(url.replace(`${this.#origin}/v1/files/`, ''));
    if (uploaded) return uploaded;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.bytes();
  }

  deliver(body: Uint8Array, faults: readonly Answer[] = []): string {
    const name = `${randomUUID()}/output.jpg`;
    this.#deliveries.set(name, [...faults, { status: 200, body, headers: { 'content-type': 'image/jpeg' } }]);
    return `${this.#origin}/delivery/${name}`;
  }

  /** GET /delivery/{name} */
  download(name: string): Answer {
    const answers = this.#deliveries.get(name) ?? [];
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? refusals.notFound;
  }
}
