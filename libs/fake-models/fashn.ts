import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Answer, CREDENTIALS, type FakeResponse, jsonOf, type Received } from './exchange.ts';
import { digestOf, type PaintingFault, paint } from './made-up.ts';
import { Scripted } from './scripted.ts';

/** How the stand-in treats one run; anything left out succeeds at once. */
export type FashnBehaviour = {
  /** Answer to the run; `reset after`: it runs, but the answer is lost. */
  readonly run?: Answer | 'reset after';
  readonly takesMs?: number;
  /** Name of the error that it fails with. */
  readonly error?: string;
  readonly paints?: PaintingFault;
  /** Bytes in place of a picture. */
  readonly makes?: Uint8Array;
};

const picture = z.string().regex(/^data:image\/\w+;base64,/);
const common = {
  model_image: picture,
  seed: z
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .optional(),
  output_format: z.enum(['png', 'jpeg']).default('png'),
  return_base64: z.literal(true),
};
/** Inputs by model, https://docs.fashn.ai/api-reference (November 2026); unknown ones are refused. */
const inputs = {
  'tryon-v1.6': z.strictObject({
    ...common,
    garment_image: picture,
    category: z.enum(['auto', 'tops', 'bottoms', 'one-pieces']).default('auto'),
  }),
  'tryon-max': z.strictObject({ ...common, product_image: picture, prompt: z.string().optional() }),
};
const CREDITS = { 'tryon-v1.6': 1, 'tryon-max': 4 } as const;

const rejected = (status: number, error: string, message: string): FakeResponse => ({
  status,
  body: { error, message },
});

/** The vendor's rejections, as documented. */
export const fashnRejections = {
  unauthorised: rejected(401, 'UnauthorizedAccess', 'Unauthorized: Invalid token'),
  throttled: rejected(429, 'RateLimitExceeded', 'Too many requests'),
  busy: rejected(429, 'ConcurrencyLimitExceeded', 'Too many concurrent predictions'),
  outOfCredits: rejected(429, 'OutOfCredits', 'No API credits remaining'),
  broken: rejected(500, 'InternalServerError', 'Server-side error at http://worker-3.internal'),
} as const;

type Run = {
  readonly model: keyof typeof inputs;
  readonly inputs: Record<string, unknown>;
  readonly behaviour: FashnBehaviour;
  readonly endsAt: number;
};

/** FASHN's run and status; each run takes the next behaviour of the script. */
export class FakeFashn extends Scripted<FashnBehaviour> {
  readonly counts = { runs: 0, looks: 0 };
  readonly asked: Pick<Run, 'model' | 'inputs'>[] = [];
  readonly #runs = new Map<string, Run>();

  constructor(takesMs: number) {
    super({ takesMs });
  }

  override reset(): void {
    super.reset();
    this.#runs.clear();
    this.asked.length = 0;
    Object.assign(this.counts, { runs: 0, looks: 0 });
  }

  /** Runs that have not ended. */
  get running(): number {
    return [...this.#runs.values()].filter(({ endsAt }) => endsAt > Date.now()).length;
  }

  async handle({ method, url, headers, ...received }: Received, path: string): Promise<Answer> {
    if (headers.authorization !== `Bearer ${CREDENTIALS.FASHN_API_KEY}`) return fashnRejections.unauthorised;
    const [, id] = /^\/v1\/status\/([\w-]+)$/.exec(path) ?? [];
    if (method === 'GET' && id) return this.#look(id);
    if (method !== 'POST' || path !== '/v1/run') return rejected(404, 'NotFound', `no ${url.pathname}`);
    return this.#run(jsonOf(received));
  }

  #run(body: unknown): Answer {
    this.counts.runs++;
    const { model_name, inputs: given } = (body ?? {}) as { model_name?: string; inputs?: unknown };
    if (!model_name || !Object.hasOwn(inputs, model_name)) return rejected(400, 'BadRequest', 'Unknown model_name');
    const model = model_name as keyof typeof inputs;
    const { data } = inputs[model].safeParse(given);
    if (!data) return rejected(400, 'BadRequest', 'Invalid inputs');
    this.asked.push({ model, inputs: data });
    const behaviour = this.taken();
    const { run, takesMs = 0 } = behaviour;
    if (run && run !== 'reset after') return run;
    const id = `${randomUUID()}-u1`;
    this.#runs.set(id, { model, inputs: data, behaviour, endsAt: Date.now() + takesMs });
    return run ? 'reset' : { status: 200, body: { id, error: null } };
  }

  async #look(id: string): Promise<Answer> {
    this.counts.looks++;
    const run = this.#runs.get(id);
    if (!run) return rejected(404, 'NotFound', 'Prediction not found');
    const { behaviour, model } = run;
    if (Date.now() < run.endsAt) return { status: 200, body: { id, status: 'processing', error: null } };
    if (behaviour.error) {
      const error = { name: behaviour.error, message: `failed for ${String(run.inputs.prompt)}` };
      return { status: 200, body: { id, status: 'failed', error } };
    }
    const bytes = behaviour.makes ?? (await paintedBy(run));
    const output = [`data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`];
    return {
      status: 200,
      body: { id, status: 'completed', error: null, output },
      headers: { 'x-fashn-credits-used': String(CREDITS[model]) },
    };
  }
}

function paintedBy({
  inputs: { model_image, garment_image, product_image, ...others },
  behaviour,
}: Run): Promise<Buffer> {
  const [person, garment] = [model_image, garment_image ?? product_image].map((url) =>
    Buffer.from(String(url).split(',')[1] ?? '', 'base64'),
  );
  const asked = [digestOf(garment), JSON.stringify(others)].join('\n');
  return paint(asked, person, { format: 'jpeg', fault: behaviour.paints });
}
