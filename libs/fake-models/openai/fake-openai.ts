import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { Answer, Received } from '../exchange.ts';
import { paint } from '../replicate/paint.ts';
import type { OpenAiBehaviour } from './behaviour.ts';
import { type ChatRequest, complete, readChat } from './chat.ts';
import { CHAT_MODEL, dialects, IMAGE_MODEL, type OpenAiDialect, type OpenAiServer } from './dialects.ts';
import { type EditRequest, readEdit } from './edit-request.ts';
import { faultAnswer } from './faults.ts';

/** A request for a picture or a chat completion, as received. */
export type OpenAiAsked = { readonly server: OpenAiServer } & (
  | ({ readonly route: 'edit' } & EditRequest)
  | ({ readonly route: 'chat' } & ChatRequest)
);

const ROUTE = /^\/openai\/([\w-]+)\/v1(\/.*)$/;
const KEY = 'sk-fake';

/**
 * Servers of OpenAI's images and chat API under `/openai/<server>/v1`: OpenAI itself, and those that imitate it. Each request for a
 * picture or a completion takes the next behaviour of the script.
 */
export class FakeOpenAi {
  /** Requests received; `made` pictures and completions would be billed; `abandoned` ones were left by their client. */
  readonly counts = { models: 0, edits: 0, chats: 0, made: 0, abandoned: 0 };
  readonly asked: OpenAiAsked[] = [];
  readonly #origin: string;
  readonly #first: OpenAiBehaviour;
  #default: OpenAiBehaviour;
  readonly #pictures = new Map<string, Uint8Array>();
  #script: OpenAiBehaviour[] = [];
  #running = 0;

  constructor(origin: string, behaviour: OpenAiBehaviour = {}) {
    this.#origin = origin;
    this.#first = behaviour;
    this.#default = behaviour;
  }

  /** Sets the behaviour of the next requests, one each. */
  script(behaviours: readonly OpenAiBehaviour[]): void {
    this.#script = [...behaviours];
  }

  /** Sets the behaviour of every request without a script. */
  behave(behaviour: OpenAiBehaviour): void {
    this.#default = behaviour;
  }

  /** Requests that it works on. */
  get running(): number {
    return this.#running;
  }

  /** Clears script, behaviour, counts and what was asked. */
  reset(): void {
    this.#script = [];
    this.#default = this.#first;
    this.asked.length = 0;
    Object.assign(this.counts, { models: 0, edits: 0, chats: 0, made: 0, abandoned: 0 });
  }

  /** Environment variables that point a service at one of the servers; analysis and advice of one that has no language model go to `vllm`. */
  variables(server: OpenAiServer = 'vllm-omni') {
    const { models } = dialects[server];
    const isWhole = !models.includes(IMAGE_MODEL);
    return {
      STYLING_PROVIDER: 'openai-images',
      OPENAI_IMAGES_BASE_URL: this.#baseUrl(server),
      OPENAI_IMAGES_API_KEY: KEY,
      OPENAI_IMAGES_MODEL: models[0] ?? '',
      OPENAI_CHAT_BASE_URL: this.#baseUrl(isWhole ? server : 'vllm'),
      OPENAI_CHAT_API_KEY: KEY,
      OPENAI_CHAT_MODEL: isWhole ? 'gpt-5-mini' : CHAT_MODEL,
    };
  }

  #baseUrl = (server: OpenAiServer) => `${this.#origin}/openai/${server}/v1`;

  /** Handles everything under `/openai/`. */
  async handle(received: Received): Promise<Answer> {
    const [, name = '', path = ''] = ROUTE.exec(received.url.pathname) ?? [];
    const dialect = Object.hasOwn(dialects, name) ? dialects[name as OpenAiServer] : undefined;
    if (!dialect) return { status: 404, body: { detail: 'Not Found' } };
    const server = name as OpenAiServer;
    if (received.headers.authorization !== `Bearer ${KEY}`)
      return dialect.error(401, 'Incorrect API key provided: sk-****.');
    const route = `${received.method} ${path}`;
    if (route === 'GET /models') return this.#listModels(dialect);
    if (route.startsWith('GET /images/')) return this.#download(path);
    if (route === 'POST /images/edits' && server !== 'vllm') {
      const edit = await readEdit(received, dialect);
      if ('status' in edit) return edit;
      this.counts.edits++;
      this.asked.push({ server, route: 'edit', ...edit });
      return this.#make(received, dialect, (behaviour) => this.#edit(edit, dialect, server, behaviour));
    }
    if (route === 'POST /chat/completions' && !dialect.models.includes(IMAGE_MODEL)) {
      const chat = readChat(received, dialect);
      if ('status' in chat) return chat;
      this.counts.chats++;
      this.asked.push({ server, route: 'chat', ...chat });
      return this.#make(received, dialect, (behaviour) => complete(chat, dialect, behaviour));
    }
    return { status: 404, body: { detail: 'Not Found' } };
  }

  #listModels({ model, models }: OpenAiDialect): Answer {
    this.counts.models++;
    return { status: 200, body: { object: 'list', data: models.map((id) => ({ id, object: 'model', ...model })) } };
  }

  /** What a request ends with: a fault, or what is made unless its client leaves before. */
  async #make(
    { gone }: Received,
    dialect: OpenAiDialect,
    make: (behaviour: OpenAiBehaviour) => Promise<Answer>,
  ): Promise<Answer> {
    const behaviour = this.#script.shift() ?? this.#default;
    const fault = faultAnswer(behaviour, dialect);
    if (fault) return fault;
    this.#running++;
    try {
      await sleep(behaviour.takesMs ?? 0, undefined, { signal: gone });
    } catch {
      this.counts.abandoned++;
      return 'hang';
    } finally {
      this.#running--;
    }
    const answer = await make(behaviour);
    if (typeof answer === 'string' || answer.status === 200) this.counts.made++;
    if (behaviour.fault === 'unavailable after') return { status: 503, body: 'upstream connect error' };
    return behaviour.fault === 'reset after' ? 'reset' : answer;
  }

  async #edit(
    { prompt, pictures, parameters }: EditRequest,
    dialect: OpenAiDialect,
    server: OpenAiServer,
    { fault, url }: OpenAiBehaviour,
  ): Promise<Answer> {
    const [, wide, high] = /^(\d+)x(\d+)$/.exec(parameters.size ?? '') ?? [];
    const others = pictures.slice(1).map((bytes) => createHash('sha256').update(bytes).digest('hex'));
    const seed = dialect.hasSeed ? (parameters.seed ?? randomUUID()) : randomUUID();
    const format = parameters.output_format === 'png' ? 'png' : 'jpeg';
    const options = { aspectRatio: wide && high ? `${wide}:${high}` : '3:4', format } as const;
    const whole = await paint([prompt, ...others, seed].join('\n'), pictures[0], options).catch(() => undefined);
    if (!whole) return dialect.error(400, 'Failed to open uploaded file: cannot identify image file');
    const sized = wide && high ? await sharp(whole).resize(Number(wide), Number(high)).toBuffer() : whole;
    const picture = fault === 'half a picture' ? sized.subarray(0, sized.length >> 1) : sized;
    const base = { created: Math.floor(Date.now() / 1000), output_format: format };
    if (fault === 'empty') return { status: 200, body: { ...base, data: [] } };
    const isUrl = url !== undefined || parameters.response_format === 'url';
    const entry = isUrl ? { url: this.#publish(picture, server, url) } : { b64_json: picture.toString('base64') };
    return { status: 200, body: { ...base, data: [entry] } };
  }

  #publish(picture: Uint8Array, server: OpenAiServer, url: OpenAiBehaviour['url'] = 'own'): string {
    if (typeof url === 'object') return url.elsewhere;
    const id = randomUUID();
    this.#pictures.set(id, picture);
    return `${url === 'own' ? this.#origin : ''}/openai/${server}/v1/images/${id}/content`;
  }

  #download(path: string): Answer {
    const picture = this.#pictures.get(path.split('/')[2] ?? '');
    if (!picture) return { status: 404, body: { detail: 'Image not found' } };
    return { status: 200, body: picture, headers: { 'content-type': 'application/octet-stream' } };
  }
}
