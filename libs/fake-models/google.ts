import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Answer, CREDENTIALS, type FakeResponse, jsonOf, type Received } from './exchange.ts';
import { answerAbout, digestOf, type PaintingFault, paint } from './made-up.ts';
import { Scripted } from './scripted.ts';

/** How the stand-in treats one request; anything left out succeeds at once. */
export type GoogleBehaviour = {
  readonly fault?:
    | keyof typeof googleFaults
    | 'half a picture'
    | 'reset after'
    | 'blocked'
    | 'filtered'
    | 'in words'
    | PaintingFault;
  /** Seconds of `RetryInfo` in a 429. */
  readonly retryAfter?: number;
  readonly takesMs?: number;
};

const error = (code: number, status: string, message: string, details: readonly object[] = []): FakeResponse => ({
  status: code,
  body: { error: { code, status, message, details } },
});
/** In place of an answer: nothing is made. https://ai.google.dev/gemini-api/docs/troubleshooting */
const googleFaults = {
  reset: 'reset',
  hang: 'hang',
  garbage: 'garbage',
  throttled: error(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
  'not paid': error(
    400,
    'FAILED_PRECONDITION',
    'Gemini API free tier is not available in your country. Enable billing.',
  ),
  denied: error(403, 'PERMISSION_DENIED', 'Your API key was reported as leaked.'),
  overloaded: error(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  crashed: error(500, 'INTERNAL', 'An internal error has occurred at https://worker.internal/7.'),
} as const satisfies Record<string, Answer>;

const part = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ inlineData: z.strictObject({ mimeType: z.string(), data: z.string() }) }),
]);
/** The part of https://ai.google.dev/api/generate-content that is in use; other members are refused, as by the API. */
const request = z.strictObject({
  contents: z.tuple([z.strictObject({ role: z.literal('user'), parts: z.array(part).min(1) })]),
  systemInstruction: z.strictObject({ parts: z.array(z.strictObject({ text: z.string() })) }).optional(),
  generationConfig: z.strictObject({
    responseModalities: z.array(z.enum(['TEXT', 'IMAGE'])).optional(),
    imageConfig: z.strictObject({ aspectRatio: z.string() }).optional(),
    responseMimeType: z.literal('application/json').optional(),
    responseJsonSchema: z.record(z.string(), z.unknown()).optional(),
  }),
});
type Asked = {
  readonly model: string;
  readonly prompt: string;
  readonly instructions: string;
  readonly pictures: readonly Uint8Array[];
  readonly config: z.output<typeof request>['generationConfig'];
};

const ROUTE = /^\/v1beta\/models\/([\w.-]+):generateContent$/;

/** Gemini's API; each request takes the next behaviour of the script. */
export class FakeGoogle extends Scripted<GoogleBehaviour> {
  /** `made` ones would be billed; `abandoned` ones were left by their client. */
  readonly counts = { requests: 0, made: 0, abandoned: 0 };
  readonly asked: Asked[] = [];
  running = 0;

  constructor(takesMs: number) {
    super({ takesMs });
  }

  override reset(): void {
    super.reset();
    this.asked.length = 0;
    Object.assign(this.counts, { requests: 0, made: 0, abandoned: 0 });
  }

  async handle({ method, headers, gone, ...received }: Received, path: string): Promise<Answer> {
    const [, model] = ROUTE.exec(path) ?? [];
    if (method !== 'POST' || !model) return error(404, 'NOT_FOUND', 'models/x is not found for API version v1beta');
    if (headers['x-goog-api-key'] !== CREDENTIALS.GOOGLE_API_KEY) {
      return error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.');
    }
    const { data, error: invalid } = request.safeParse(jsonOf(received));
    if (!data) return error(400, 'INVALID_ARGUMENT', `Invalid JSON payload received. ${invalid.message}`);
    const parts = data.contents[0].parts;
    const asked = {
      model,
      prompt: parts.flatMap((one) => ('text' in one ? one.text : [])).join('\n'),
      instructions: data.systemInstruction?.parts.map(({ text }) => text).join('\n') ?? '',
      pictures: parts.flatMap((one) => ('inlineData' in one ? Buffer.from(one.inlineData.data, 'base64') : [])),
      config: data.generationConfig,
    };
    this.counts.requests++;
    this.asked.push(asked);
    return this.#make(asked, gone);
  }

  async #make(asked: Asked, gone: AbortSignal): Promise<Answer> {
    const { fault, retryAfter, takesMs = 0 } = this.taken();
    if (fault && Object.hasOwn(googleFaults, fault)) {
      if (fault === 'throttled' && retryAfter !== undefined) {
        const info = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfter}s` };
        return error(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan.', [info]);
      }
      return googleFaults[fault as keyof typeof googleFaults];
    }
    this.running++;
    try {
      await sleep(takesMs, undefined, { signal: gone });
    } catch {
      this.counts.abandoned++;
      return 'hang';
    } finally {
      this.running--;
    }
    if (fault === 'blocked') return answered({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } });
    if (fault === 'filtered') return answered({ candidates: [{ finishReason: 'IMAGE_SAFETY', index: 0 }] });
    this.counts.made++;
    if (fault === 'reset after') return 'reset';
    const parts =
      fault === 'in words' ? [{ text: "I can't make pictures of this person." }] : [await partOf(asked, fault)];
    return answered({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }] });
  }
}

const answered = (body: object): FakeResponse => ({
  status: 200,
  body: { ...body, usageMetadata: { promptTokenCount: 1_300, candidatesTokenCount: 1_120, totalTokenCount: 2_420 } },
});

async function partOf(
  { prompt, instructions, pictures, config }: Asked,
  fault: GoogleBehaviour['fault'],
): Promise<object> {
  if (config.responseModalities?.includes('IMAGE')) {
    const painting = fault === 'unchanged' || fault === 'another aspect' ? fault : undefined;
    const all = [prompt, ...pictures.slice(1).map(digestOf)].join('\n');
    const options = { aspectRatio: config.imageConfig?.aspectRatio, format: 'png', fault: painting } as const;
    const bytes = await paint(all, pictures[0], options);
    const data = fault === 'half a picture' ? bytes.subarray(0, bytes.length >> 1) : bytes;
    return { inlineData: { mimeType: 'image/png', data: data.toString('base64') } };
  }
  const text = JSON.stringify(
    await answerAbout(config.responseJsonSchema ?? {}, { instructions, prompt, picture: pictures[0] }),
  );
  return { text: fault === 'half a picture' ? text.slice(0, text.length / 2) : text };
}
