import { ApiError, type Client, PictureError } from '@styling/client';
import { text } from '#texts/account.ts';
import type { Portal, Session } from '../portal.ts';

/** A file of the zip. */
export type ExportedFile = {
  readonly name: string;
  readonly input: string | Blob | AsyncIterable<string>;
  readonly lastModified: Date;
};

/** Where everything is read. */
export type ExportSource = {
  readonly client: Client;
  readonly call: Portal['call'];
  readonly session: Pick<Session, 'user_id' | 'may_manage'>;
};

/** How far it is. */
export type ExportProgress = {
  /** Of what is being read. */
  readonly file: string;
  /** Pictures that were read, of how many; undefined while lists are read. */
  readonly pictures?: { readonly done: number; readonly total: number };
};

type Options = {
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
  /** Called with the id of each image that expired or was deleted after the list was read. */
  readonly onGone: (imageId: string) => void;
};

/** As far back as the service counts. */
const DAYS = 90;

/**
 * Everything that the service keeps of the user and gives out, file by file, each read when it is asked for.
 *
 * @throws ApiError, ConnectionError, PictureError; the reason of `signal`
 */
export async function* exportFiles(source: ExportSource, options: Options): AsyncGenerator<ExportedFile, void> {
  const { client, call, session } = source;
  const { now, signal, onProgress } = options;
  const file = (name: string, input: ExportedFile['input']): ExportedFile => {
    signal.throwIfAborted();
    onProgress({ file: name });
    return { name, input, lastModified: now };
  };
  const signalled = { signal, pageSize: 100 };

  yield file('usage.json', json(await client.call('getUsageDays', { query: { days: DAYS } }, { signal })));
  if (session.may_manage) {
    const keys = [];
    for await (const key of client.keys.list(signalled)) keys.push(key);
    yield file('keys.json', json({ keys }));
    for (const name of ['sessions', 'passkeys']) yield file(`${name}.json`, json(await call('GET', `/${name}`)));
  }
  yield file('jobs.json', jsonArray(client.jobs.list(signalled)));
  yield file('assets.json', jsonArray(client.assets.list(signalled)));
  yield file('events.json', jsonArray(client.events.list({ signal })));

  const webhooks = await client.webhooks.list({ signal });
  yield file('webhooks.json', json({ webhooks }));
  for (const { webhook_id } of webhooks) {
    yield file(`deliveries/${webhook_id}.json`, jsonArray(client.webhooks.deliveries(webhook_id, signalled)));
  }

  const images = [];
  for await (const image of client.images.list(signalled)) images.push(image);
  yield file('images.json', json({ images }));
  const gone: string[] = [];
  for (const [done, image] of images.entries()) {
    const name = `images/${image.image_id}.${EXTENSIONS[image.mime_type] ?? 'bin'}`;
    onProgress({ file: name, pictures: { done, total: images.length } });
    const picture = await pictureOf(client, image, signal);
    if (picture) yield { name, input: picture, lastModified: new Date(image.created_at) };
    else {
      gone.push(image.image_id);
      options.onGone(image.image_id);
    }
  }
  const { user_id, may_manage } = session;
  yield file('read-me.txt', text.export.readMe(user_id, now.toISOString(), may_manage, gone));
}

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

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
