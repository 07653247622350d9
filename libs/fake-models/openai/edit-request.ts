import type { FakeResponse, Received } from '../exchange.ts';
import type { OpenAiDialect } from './dialects.ts';

/** A `POST /images/edits` that was understood. */
export type EditRequest = {
  readonly model: string;
  readonly prompt: string;
  readonly pictures: readonly Uint8Array[];
  /** Other fields, as sent. */
  readonly parameters: Readonly<Record<string, string>>;
};

const KNOWN: ReadonlySet<string> = new Set([
  ...['model', 'prompt', 'n', 'size', 'quality', 'background', 'output_format', 'output_compression', 'user'],
  ...['input_fidelity', 'moderation', 'partial_images', 'stream', 'mask'],
]);
const SIZE = /^(auto|\d{2,4}x\d{2,4})$/;

/** Reads a form, or returns the server's error. */
export async function readEdit(
  { headers, body }: Received,
  dialect: OpenAiDialect,
): Promise<EditRequest | FakeResponse> {
  const type = headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => new FormData());
  const parameters: Record<string, string> = {};
  const pictures: Blob[] = [];
  for (const [name, value] of form) {
    if (typeof value !== 'string') {
      if (!dialect.pictureFields.includes(name)) continue;
      if (name === 'image' && pictures.length > 0 && !dialect.repeats) {
        return dialect.error(400, "Duplicate parameter: 'image'. You provided multiple values for this parameter.");
      }
      pictures.push(value);
    } else if (dialect.unknown === 'refused' && !KNOWN.has(name)) {
      return dialect.error(400, `Unknown parameter: '${name}'.`, 'unknown_parameter');
    } else parameters[name] = value;
  }
  const { model = dialect.models[0] ?? '', prompt, ...others } = parameters;
  if (prompt === undefined || pictures.length === 0) return missing(dialect, prompt === undefined ? 'prompt' : 'image');
  if (!dialect.hasSeed && !dialect.models.includes(model)) return unknownModel(dialect, model);
  if (others.size !== undefined && !SIZE.test(others.size)) return dialect.error(400, `Invalid size '${others.size}'`);
  const format = others.response_format;
  if (format !== undefined && dialect.responseFormats.length > 0 && !dialect.responseFormats.includes(format)) {
    return dialect.error(400, `response_format=${format} is not supported`);
  }
  const bytes = await Promise.all(pictures.map((picture) => picture.bytes()));
  return { model, prompt, pictures: bytes, parameters: others };
}

const missing = (dialect: OpenAiDialect, field: string): FakeResponse =>
  dialect.unknown === 'ignored'
    ? { status: 422, body: { detail: [{ type: 'missing', loc: ['body', field], msg: 'Field required', input: null }] } }
    : dialect.error(400, `Missing required parameter: '${field}'.`, 'missing_required_parameter');

export const unknownModel = (dialect: OpenAiDialect, model: string): FakeResponse =>
  dialect.error(404, `The model '${model}' does not exist or you do not have access to it.`, 'model_not_found');
