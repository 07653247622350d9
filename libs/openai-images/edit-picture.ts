import { publicOnly } from '@styling/fetching';
import { downloadPicture, readPicture, VendorError, type VendorPicture } from '@styling/model-api';
import { z } from 'zod';
import type { Api } from './api.ts';
import { type AskDependencies, ask, type Patience } from './ask.ts';
import type { Discovery } from './discover.ts';
import type { Endpoint } from './endpoints.ts';

/** An order to an image editor; the prompt counts the pictures, JPEGs, from 1. */
export type EditOrder = {
  readonly prompt: string;
  readonly pictures: readonly Uint8Array[];
  readonly size: string | undefined;
  readonly seed: number | undefined;
};

export const EDITS = '/images/edits';
const MIME_TYPE = 'image/jpeg';
const editReply = z.object({
  data: z.array(z.object({ b64_json: z.string().min(1).nullish(), url: z.string().min(1).nullish() })).min(1),
});

/** Has an image editor make one picture, as it comes. @throws VendorError; see `ask` */
export async function editPicture(
  deps: AskDependencies & { readonly api: Api; readonly endpoint: Endpoint },
  discovery: Discovery,
  order: EditOrder,
  patience: Patience,
): Promise<VendorPicture> {
  const form = formOf(discovery, order);
  const body = await ask(deps, patience, (limits) => deps.api.post(EDITS, form, limits));
  const { success, data } = editReply.safeParse(body);
  const [made] = success ? data.data : [];
  if (made?.b64_json) return readPicture(Buffer.from(made.b64_json, 'base64'));
  if (made?.url) return pictureAt(deps, made.url, patience);
  throw new VendorError('failed', 'answer without a picture');
}

/** The form of an order in the words of the server. */
export function formOf({ dialect, model }: Discovery, { prompt, pictures, size, seed }: EditOrder): FormData {
  const form = new FormData();
  form.append('model', model);
  form.append('prompt', prompt);
  form.append('size', size ?? dialect.size);
  for (const [name, value] of Object.entries(dialect.parameters)) form.append(name, value);
  if (dialect.hasSeed && seed !== undefined) form.append('seed', String(seed));
  for (const [index, bytes] of pictures.entries()) {
    form.append(dialect.pictureField, new Blob([new Uint8Array(bytes)], { type: MIME_TYPE }), `image-${index + 1}.jpg`);
  }
  return form;
}

/** The picture at an address that the server gave: its own, which may be relative, or one of the public internet. */
async function pictureAt(
  deps: AskDependencies & { readonly api: Api; readonly endpoint: Endpoint },
  address: string,
  { deadline, signal }: Patience,
): Promise<VendorPicture> {
  const base = new URL(deps.endpoint.baseUrl);
  const url = URL.parse(address, base.href);
  if (!url) throw new VendorError('failed', 'answer with an invalid address');
  if (url.origin !== base.origin) {
    return downloadPicture(deps, url.href, { policy: publicOnly }, deadline).catch(notDownloaded);
  }
  const timeoutMs = Math.max(1, deadline.getTime() - deps.clock().getTime());
  const reply = await deps.api.get(url, { timeoutMs, signal });
  return reply.outcome === 'answered' && reply.status === 200 ? readPicture(reply.bytes) : notDownloaded(reply);
}

/** The picture was made, and perhaps paid, whatever became of it. */
function notDownloaded(cause: unknown): never {
  if (cause instanceof VendorError && cause.kind !== 'unavailable') throw cause;
  throw new VendorError('ambiguous', 'could not download picture', { cause });
}
