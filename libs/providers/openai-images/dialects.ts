import { z } from 'zod';

/** How a kind of server differs from the others: by their documentation, sources and issues. */
export type Dialect = {
  readonly name: 'openai' | 'litellm' | 'vllm' | 'sglang' | 'other';
  /** Form field of each picture. OpenAI refuses a repeated `image`, LiteLLM does not read `image[]`. */
  readonly pictureField: 'image' | 'image[]';
  /** Form fields besides the order. Some refuse unknown ones, others ignore them silently. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly hasSeed: boolean;
  /** Upright, of about a megapixel: `auto` is that of the first picture where the server is one's own. */
  readonly size: string;
};

const base64 = { n: '1', response_format: 'b64_json', output_format: 'jpeg' };
const own = { pictureField: 'image', parameters: base64, hasSeed: true, size: '768x1024' } as const;

export const dialects = {
  // GPT image models always answer in base64, and refuse `response_format` and `seed`.
  openai: {
    name: 'openai',
    pictureField: 'image[]',
    parameters: { n: '1', output_format: 'jpeg' },
    hasSeed: false,
    size: '1024x1536',
  },
  // Passes on to many vendors, most of which refuse what they do not know.
  litellm: { name: 'litellm', pictureField: 'image', parameters: { n: '1' }, hasSeed: false, size: 'auto' },
  vllm: { name: 'vllm', ...own },
  sglang: { name: 'sglang', ...own },
  other: { name: 'other', pictureField: 'image', parameters: base64, hasSeed: false, size: 'auto' },
} as const satisfies Record<string, Dialect>;

const OPENAI_OWNERS = /^(system|openai|openai-internal|openai-dev)$/;
/** The time at which LiteLLM's list has every model created. */
const LITELLM_CREATED = 1677610602;

/** The part of `GET /models` that is used here. */
export const modelList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      owned_by: z.string().nullish().catch(undefined),
      created: z.number().nullish().catch(undefined),
    }),
  ),
});
export type ModelList = z.output<typeof modelList>['data'];

/** The kind of a server, by who owns its models. */
export function dialectOf(models: ModelList): Dialect {
  const areAll = (is: (model: ModelList[number]) => boolean) => models.length > 0 && models.every(is);
  const owner = models[0]?.owned_by ?? '';
  if (owner.startsWith('vllm')) return dialects.vllm;
  if (owner === 'sglang') return dialects.sglang;
  if (areAll(({ owned_by, created }) => owned_by === 'openai' && created === LITELLM_CREATED)) return dialects.litellm;
  if (models.some(({ owned_by }) => OPENAI_OWNERS.test(owned_by ?? ''))) return dialects.openai;
  return dialects.other;
}
