import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY_DIR, waitUntil } from '@styling/local-servers';
import sharp from 'sharp';
import type { Site } from './start-site.ts';

const EXAMPLE_SELFIE = join(REPOSITORY_DIR, 'docs', 'example', 'selfie.jpg');
const ENDED_WITHIN_MS = 60_000;

type Body = Record<string, unknown>;
type Job = { readonly status: string };

/**
 * Has the user of a site do what one does: an upload, keys, a webhook that works and one that does not, images of these garments, a
 * request that is refused. All of it by real requests.
 *
 * @throws Error when one is not answered as it should be
 */
export async function fillSite(site: Site, garments: readonly string[]): Promise<void> {
  const call = async (status: number, path: string, body: Body | Uint8Array<ArrayBuffer>): Promise<Body> => {
    const isPicture = body instanceof Uint8Array;
    const response = await fetch(site.url + path, {
      method: 'POST',
      headers: { 'x-api-key': site.apiKey, 'content-type': isPicture ? 'image/jpeg' : 'application/json' },
      body: isPicture ? body : JSON.stringify(body),
    });
    const answer = (await response.json()) as Body;
    if (response.status === status) return answer;
    throw new Error(`${path} was answered ${response.status}: ${JSON.stringify(answer)}`);
  };

  const works = { url: `${site.receiverUrl}/hook`, events: ['job.succeeded', 'image.created'], description: 'Shop' };
  const fails = { url: `${site.receiverUrl}/broken`, events: ['job.failed'], description: 'Old shop' };
  for (const webhook of [works, fails]) await call(201, '/webhooks', webhook);
  await site.keys('create', '--user', site.user, '--name', 'Phone');
  const { asset_id } = await call(201, '/assets?kind=selfie', new Uint8Array(await readFile(EXAMPLE_SELFIE)));
  const order = { selfie_asset_id: asset_id, mode: 'model_shot' };
  const blank = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#8899aa' } })
    .jpeg()
    .toBuffer();
  await call(400, '/try_on_outfit', {
    selfie_base64: blank.toString('base64'),
    clothing_description: 'a green jumper',
    mode: 'model_shot',
  });
  for (const clothing_description of garments) await call(200, '/try_on_outfit', { ...order, clothing_description });
  await untilJobsEnded(site);
}

async function untilJobsEnded(site: Site): Promise<void> {
  const haveEnded = async () => {
    const response = await fetch(`${site.url}/jobs`, { headers: { 'x-api-key': site.apiKey } });
    const { jobs } = (await response.json()) as { jobs: Job[] };
    return jobs.every(({ status }) => !['queued', 'running'].includes(status));
  };
  if (!(await waitUntil(haveEnded, { timeoutMs: ENDED_WITHIN_MS, everyMs: 100 }))) throw new Error('a job did not end');
}
