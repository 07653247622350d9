import type { Asset, ImageRecord, Job } from '../generated/types.gen.ts';
import { actionOn, argument, defineCommand, deletion, firstOf, inColumns, oneOf, UsageError } from './command.ts';
import { printResult, savePictures } from './print-result.ts';

const STATUSES = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const satisfies readonly Job['status'][];

export const jobs = defineCommand({
  name: 'jobs',
  usage: '[list] | get JOB_ID | response JOB_ID | timeline JOB_ID | cancel JOB_ID',
  about: 'Requests that make something. `response` waits for the job, and returns what the request would have.',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', about: 'Save the images of a response' },
    status: { type: 'string', value: 'STATUS', about: `List only: ${STATUSES.join(', ')}` },
    limit: { type: 'string', value: 'N', about: 'Most jobs of a list; default 20' },
  },
  actions: {
    async list({ client, values, wait: { signal }, print }) {
      const status = values.status === undefined ? {} : { status: oneOf('--status', values.status, STATUSES) };
      const listed = await firstOf(values.limit ?? '20', (page) => client.jobs.list({ ...page, ...status, signal }));
      print(inColumns(listed.map(jobRow)), listed);
    },
    get: actionOn('JOB_ID', ({ jobs }, id, options) => jobs.get(id, options), jobRow),
    async response(call) {
      const { client, values, positionals, wait } = call;
      const id = argument(positionals, 1, 'JOB_ID');
      await printResult(call, await client.jobs.response(id, { ...wait, cancelOnAbort: false }), values.output);
    },
    async timeline({ client, positionals, wait: { signal }, print }) {
      const timeline = await client.jobs.timeline(argument(positionals, 1, 'JOB_ID'), { signal });
      const steps = timeline.steps.map(({ ms, what, by, detail = '' }) => [`${ms} ms`, what, by, detail]);
      print(inColumns(steps), timeline);
    },
    cancel: actionOn('JOB_ID', ({ jobs }, id, options) => jobs.cancel(id, options), jobRow),
  },
});

export const images = defineCommand({
  name: 'images',
  usage: '[list] | get IMAGE_ID | download IMAGE_ID -o FILE | keep IMAGE_ID | delete IMAGE_ID',
  about: 'Images that were made for you.',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', about: 'Where a download is saved' },
    limit: { type: 'string', value: 'N', about: 'Most images of a list; default 20' },
  },
  actions: {
    async list({ client, values, wait: { signal }, print }) {
      const listed = await firstOf(values.limit ?? '20', (page) => client.images.list({ ...page, signal }));
      print(inColumns(listed.map(imageRow)), listed);
    },
    get: actionOn('IMAGE_ID', ({ images }, id, options) => images.get(id, options), imageRow),
    async download({ client, values, positionals, wait: { signal }, print }) {
      if (values.output === undefined) throw new UsageError('-o FILE is missing');
      const record = await client.images.get(argument(positionals, 1, 'IMAGE_ID'), { signal });
      await savePictures(values.output, [await client.images.download(record, { signal })]);
      print(values.output, record);
    },
    keep: actionOn('IMAGE_ID', ({ images }, id, options) => images.keep(id, options), imageRow),
    delete: deletion('IMAGE_ID', ({ images }, id, options) => images.delete(id, options)),
  },
});

export const assets = defineCommand({
  name: 'assets',
  usage: '[list] | upload PICTURE | delete ASSET_ID',
  about: 'Pictures that are uploaded once: their ids stand for a selfie or a garment.',
  options: { garment: { type: 'boolean', about: 'The upload shows a garment; default: a person' } },
  actions: {
    async list({ client, wait: { signal }, print }) {
      const listed = await firstOf(undefined, (page) => client.assets.list({ ...page, signal }));
      print(inColumns(listed.map(assetRow)), listed);
    },
    async upload({ client, values, positionals, wait: { signal }, print }) {
      const kind = values.garment ? 'garment' : 'selfie';
      const asset = await client.assets.upload(argument(positionals, 1, 'PICTURE'), { kind, signal });
      print(inColumns([assetRow(asset)]), asset);
    },
    delete: deletion('ASSET_ID', ({ assets }, id, options) => assets.delete(id, options)),
  },
});

export const usage = defineCommand({
  name: 'usage',
  usage: '',
  about: 'Requests of this key, and what is left of the daily limit.',
  options: {},
  async run({ client, wait: { signal }, print }) {
    const report = await client.usage({ signal });
    const { used_today, daily_limit, remaining } = report.rate_limit;
    const counts = Object.entries(report.requests_by_endpoint).map(([endpoint, count]) => [endpoint, String(count)]);
    const today = `today ${used_today} of ${daily_limit} are used, ${remaining} are left`;
    print([today, inColumns(counts)].filter((part) => part !== '').join('\n'), report);
  },
});

function jobRow({ job_id, status, endpoint, created_at, progress, error }: Job): string[] {
  const detail = progress ? `${progress.stage} ${Math.round(progress.fraction * 100)} %` : (error?.error ?? '');
  return [job_id, status, endpoint, created_at, detail];
}

function imageRow({ image_id, category, created_at, expires_at, image_url }: ImageRecord): string[] {
  return [image_id, category, created_at, expires_at === null ? 'kept' : `until ${expires_at}`, image_url];
}

function assetRow({ asset_id, kind, width, height, expires_at }: Asset): string[] {
  return [asset_id, kind, `${width}x${height}`, `until ${expires_at}`];
}
