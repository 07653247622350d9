import { randomBytes, randomUUID } from 'node:crypto';
import { type Answer, CREDENTIALS, type FakeResponse, formOf, jsonOf, type Received } from './exchange.ts';
import { answerAbout, paint, schemaInText } from './made-up.ts';
import { type Behaviour, type BehaviourOf, refusals } from './replicate-behaviour.ts';

type Status = 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'aborted';
type Outcome = { readonly output?: unknown; readonly error?: string | undefined };
type Create = {
  readonly model: string;
  readonly version: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** From `Cancel-After`, in seconds. */
  readonly lifetime: number | undefined;
};
/** A stored prediction. Times are in ms since the epoch. */
type Stored = Create & {
  readonly id: string;
  readonly behaviour: Behaviour;
  readonly createdAt: number;
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
  /** Uploaded files that were not removed, by id. */
  readonly files = new Map<string, Uint8Array>();
  /** Answers to the next uploads, in order, in place of the right ones; the files are stored nevertheless. */
  uploadFaults: Answer[] = [];
  readonly #predictions = new Map<string, Stored>();
  /** The answers to a download by its path, in order; the last one is repeated. */
  readonly #deliveries = new Map<string, Answer[]>();
  readonly #origin: string;
  readonly #default: BehaviourOf;
  #script: Behaviour[] = [];
  readonly #byModel = new Map<string, Behaviour>();

  constructor(origin: string, behaviour: BehaviourOf) {
    this.#origin = origin;
    this.#default = behaviour;
  }

  /** Sets the behaviour of the next creates, one each; after them come behaviours by model, then the default. */
  script(behaviours: readonly Behaviour[]): void {
    this.#script = [...behaviours];
  }

  behave(model: string, behaviour: Behaviour): void {
    this.#byModel.set(model, behaviour);
  }

  reset(): void {
    for (const kept of [this.files, this.#byModel, this.#predictions]) kept.clear();
    this.uploadFaults = [];
    this.#script = [];
    this.asked.length = 0;
    Object.assign(this.counts, { creates: 0, polls: 0, cancels: 0, uploads: 0 });
  }

  /** Stored predictions, each of which would be billed. */
  get predictions(): (Pick<Stored, 'id' | 'model' | 'input'> & { readonly status: Status })[] {
    return [...this.#predictions.values()].map((stored) => ({ ...stored, status: statusOf(stored, Date.now()) }));
  }

  /** Removes all inputs, outputs and logs, as the vendor does after an hour. */
  expireAll(): void {
    for (const stored of this.#predictions.values()) stored.expired = true;
  }

  async handle(received: Received): Promise<Answer> {
    const { pathname } = received.url;
    const [, delivery, file, prediction, cancel] =
      /^(\/delivery\/.*)|\/v1\/(?:files\/(.*)|predictions\/([^/]+)(\/cancel)?)$/.exec(pathname) ?? [];
    if (delivery) {
      const answers = this.#deliveries.get(delivery) ?? [];
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? refusals.notFound;
    }
    if (received.headers.authorization !== `Bearer ${CREDENTIALS.REPLICATE_API_TOKEN}`) return refusals.unauthenticated;
    if (prediction) return this.#look(prediction, cancel !== undefined);
    if (file) return this.files.delete(file) ? { status: 204, body: undefined } : refusals.notFound;
    if (pathname === '/v1/files') return this.#upload(received);
    return /\/predictions$/.test(pathname) ? this.#create(received) : refusals.notFound;
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
    const id = randomBytes(13).toString('hex');
    const stored = { ...create, id, behaviour, createdAt: Date.now(), polls: 0, cancelled: false, expired: false };
    this.#predictions.set(id, stored);
    if (fault) return fault === 'reset after' ? 'reset' : fault;
    return { status: 201, body: await this.#reply(stored) };
  }

  async #look(id: string, isCancel: boolean): Promise<Answer> {
    this.counts[isCancel ? 'cancels' : 'polls']++;
    const stored = this.#predictions.get(id);
    if (!stored) return refusals.notFound;
    const fault = isCancel ? undefined : stored.behaviour.polls?.[stored.polls];
    if (!isCancel) stored.polls++;
    else if (!isFinal(statusOf(stored, Date.now()))) stored.cancelled = true;
    return fault ?? { status: 200, body: await this.#reply(stored) };
  }

  /** Multipart with the file as `content`. */
  async #upload(received: Received): Promise<Answer> {
    this.counts.uploads++;
    const content = (await formOf(received)).get('content');
    if (!(content instanceof Blob)) return { status: 400, body: { detail: 'Missing content', status: 400 } };
    const id = randomUUID();
    this.files.set(id, await content.bytes());
    const urls = { get: `${this.#origin}/v1/files/${id}` };
    return this.uploadFaults.shift() ?? { status: 201, body: { id, name: 'input', size: content.size, urls } };
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
    try {
      const picture = url === undefined ? undefined : await this.#fetchInput(url);
      const about = { instructions, prompt, picture };
      if (model.startsWith('openai/gpt-5')) {
        const { format } = (input.json_schema ?? {}) as { format?: { schema?: object } };
        const json_output = await answerAbout(format?.schema ?? {}, about);
        return { output: { json_output, text: JSON.stringify(json_output) } };
      }
      if (model.startsWith('google/gemini')) {
        const answer = await answerAbout(schemaInText(instructions), about);
        return { output: `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``.match(/[\s\S]{1,20}/g) };
      }
      const body = await paint(prompt, picture, {
        aspectRatio: input.aspect_ratio,
        format: 'jpeg',
        fault: behaviour.end?.paints,
      });
      const path = `/delivery/${randomUUID()}/output.jpg`;
      const delivered = { status: 200, body, headers: { 'content-type': 'image/jpeg' } };
      this.#deliveries.set(path, [...(behaviour.end?.deliveries ?? []), delivered]);
      const address = `${this.#origin}${path}`;
      return { output: model.startsWith('bytedance/') ? [address] : address };
    } catch {
      return { error: `Failed to load the input image from ${url}` };
    }
  }

  async #fetchInput(url: string): Promise<Uint8Array> {
    const uploaded = this.files.get(url.split('/').at(-1) ?? '');
    if (uploaded) return uploaded;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.bytes();
  }
}

/** Counts as started after the first poll. */
function statusOf({ behaviour, createdAt, lifetime, polls, cancelled }: Stored, now: number): Status {
  if (cancelled) return 'canceled';
  const runs = polls <= (behaviour.runs ?? 0) || now < createdAt + (behaviour.takesMs ?? 0);
  if (!runs) return behaviour.end?.error ? 'failed' : 'succeeded';
  if (lifetime && now >= createdAt + lifetime * 1000) return polls > 1 ? 'canceled' : 'aborted';
  return polls > 1 ? 'processing' : 'starting';
}

const isFinal = (status: Status): boolean => status !== 'starting' && status !== 'processing';

/** Returns the API's error response for an invalid create. */
function readCreate(received: Received): Create | FakeResponse {
  const { input, version } = (jsonOf(received) ?? {}) as { input?: Record<string, unknown>; version?: unknown };
  const [, owner, pinned = 'hidden'] = VERSION.exec(String(version)) ?? [];
  const model = OFFICIAL.exec(received.url.pathname)?.[1] ?? owner;
  if (model === undefined) return refusals.invalidVersion;
  if (typeof input?.prompt !== 'string' || input.prompt === '') return refusals.promptRequired;
  const cancelAfter = received.headers['cancel-after'];
  const lifetime = cancelAfter === undefined ? undefined : Number(/^(\d+)s$/.exec(String(cancelAfter))?.[1]);
  if (lifetime !== undefined && !(lifetime >= MIN_LIFETIME_SECONDS)) return refusals.invalidLifetime;
  return { model, version: pinned, input, lifetime };
}
