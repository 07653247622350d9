import { ApiError, type Client, PictureError } from '@styling/client';
import { text } from '#texts/account.ts';
import type { Portal } from '../portal.ts';

/** A file of the zip. */
export type ExportedFile = {
  readonly name: string;
  readonly input: string | Blob | AsyncIterable<string>;
  readonly lastModified: Date;
  /** Where it is a picture: how many were read with it, of how many. */
  readonly pictures?: { readonly done: number; readonly total: number };
};

/** How far back the service counts. */
const DAYS = 90;
const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/**
 * Everything that the service keeps of the user and gives out, file by file, each read when it is asked for.
 *
 * @param gone takes the id of each image that expired or was deleted after the list was read
 * @throws ApiError, ConnectionError, PictureError; the reason of `signal`
 */
export async function* exportFiles(
  { client, call, session: { user_id, may_manage } }: Pick<Portal, 'client' | 'call' | 'session'>,
  { now, signal, gone }: { readonly now: Date; readonly signal: AbortSignal; readonly gone: string[] },
): AsyncGenerator<ExportedFile, void> {
  const file = (name: string, input: ExportedFile['input']): ExportedFile => ({ name, input, lastModified: now });
  const options = { signal, pageSize: 100 };

  yield file('usage.json', json(await client.call('getUsageDays', { query: { days: DAYS } }, { signal })));
  if (may_manage) {
    yield file('keys.json', json({ keys: await all(client.keys.list(options)) }));
    for (const name of ['sessions', 'passkeys']) yield file(`${name}.json`, json(await call('GET', `/${name}`)));
  }
  yield file('jobs.json', jsonArray(client.jobs.list(options)));
  yield file('assets.json', jsonArray(client.assets.list(options)));
  yield file('events.json', jsonArray(client.events.list({ signal })));

  const webhooks = await client.webhooks.list({ signal });
  yield file('webhooks.json', json({ webhooks }));
  for (const { webhook_id } of webhooks) {
    yield file(`deliveries/${webhook_id}.json`, jsonArray(client.webhooks.deliveries(webhook_id, options)));
  }

  const images = await all(client.images.list(options));
  yield file('images.json', json({ images }));
  for (const [index, image] of images.entries()) {
    const name = `images/${image.image_id}.${EXTENSIONS[image.mime_type] ?? 'bin'}`;
    const input = await pictureOf(client, image, signal);
    const pictures = { done: index + 1, total: images.length };
    if (input) yield { name, input, lastModified: new Date(image.created_at), pictures };
    else gone.push(image.image_id);
  }
  yield file('read-me.txt', text.export.readMe(user_id, now.toISOString(), may_manage, gone));
}

/** Undefined if the image is no longer there. */
async function pictureOf(
  client: Client,
  image: { readonly image_id: string; readonly image_url: string; readonly mime_type: string },
  signal: AbortSignal,
): Promise<Blob | undefined> {
  try {
    return await client.images.download(image, { signal });
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    const isGone = await client.images.get(image.image_id, { signal }).then(
      () => false,
      (reason) => reason instanceof ApiError && reason.code === 'image_not_found',
    );
    if (isGone) return undefined;
    throw error;
  }
}

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** A list as JSON, an item a line, without holding all of it. */
async function* jsonArray(items: AsyncIterable<unknown>): AsyncGenerator<string, void> {
  let before = '[\n';
  for await (const item of items) {
    yield before + JSON.stringify(item);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
