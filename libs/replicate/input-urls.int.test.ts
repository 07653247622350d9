import { startFakeModels } from '@styling/fake-models';
import { sharp } from '@styling/imaging';
import type { SourcePicture } from '@styling/model-api';
import { ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { type BusAndStore, photo, startBusAndStore } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InputUrlDependencies, withInputUrls } from './input-urls.ts';
import { connectWorker, useFakeModels } from './replicate.fixture.ts';

const world = useFakeModels();
let servers: BusAndStore;
let selfie: SourcePicture;
let works = 0;
beforeAll(async () => {
  servers = await startBusAndStore();
  selfie = { bytes: await photo('grace-hopper.jpg'), field: 'selfie_base64' };
});
afterAll(() => servers.stop());

const work = (signal = new AbortController().signal) => ({
  deadline: new Date(Date.now() + 30_000),
  signal,
  checkpointPrefix: `requests/input-urls/${++works}/`,
});
const dependencies = (other: Partial<InputUrlDependencies> = {}): InputUrlDependencies => ({
  replicate: connectWorker(world.fakes).replicate,
  store: servers.store,
  transport: 'upload',
  clock: () => new Date(),
  log: silentLogger(),
  ...other,
});
const recorded = ({ checkpointPrefix }: { checkpointPrefix: string }) =>
  servers.store.head(`${checkpointPrefix}uploads.json`);

/** A use of the URLs. */
async function used(urls: () => Promise<readonly string[]>): Promise<string> {
  await urls();
  return 'used';
}

describe('withInputUrls', () => {
  it('uploads nothing as long as nobody needs it', async () => {
    await withInputUrls(dependencies(), [selfie], work(), async () => 'resumed');
    expect(world.fakes.replicate.counts.uploads).toBe(0);
  });

  it('uploads plain JPEGs of moderate size without EXIF', async () => {
    const bytes = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: 'teal' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
      .png()
      .toBuffer();
    const uploaded = await withInputUrls(dependencies(), [{ bytes, field: 'x' }], work(), async (urls) =>
      world.fakes.replicate.files.fetchInput((await urls())[0] ?? ''),
    );
    const header = await sharp(uploaded).metadata();
    expect(header).toMatchObject({ format: 'jpeg', width: 2048, height: 1536 });
    expect(header.exif).toBeUndefined();
  });

  it('removes the uploads when the work fails', async () => {
    const at = work();
    const failing = withInputUrls(dependencies(), [selfie], at, async (urls) => {
      await urls();
      throw new ServiceError('internal');
    });
    await expect(failing).rejects.toMatchObject({ code: 'internal' });
    expect(world.fakes.replicate.files.inputs).toBe(0);
    expect(await recorded(at)).toBeNull();
  });

  it('leaves the uploads to the next worker on shutdown, which removes them', async () => {
    const leaving = new AbortController();
    const at = work(leaving.signal);
    const left = withInputUrls(dependencies(), [selfie], at, async (urls) => {
      const [url] = await urls();
      leaving.abort();
      throw new ServiceError('unavailable', {}, { cause: url });
    });
    const { cause: url } = await left.catch((error: Error) => error);
    expect(world.fakes.replicate.files.inputs).toBe(1);
    const next = { ...at, signal: new AbortController().signal };
    expect(await withInputUrls(dependencies(), [selfie], next, (urls) => urls())).toEqual([url]);
    expect(world.fakes.replicate.counts.uploads).toBe(1);
    expect(world.fakes.replicate.files.inputs).toBe(0);
  });

  it('removes the uploads when the request is cancelled', async () => {
    const cancelling = new AbortController();
    const at = work(cancelling.signal);
    const cancelled = withInputUrls(dependencies(), [selfie], at, async (urls) => {
      await urls();
      cancelling.abort(new ServiceError('canceled'));
      throw cancelling.signal.reason;
    });
    await expect(cancelled).rejects.toMatchObject({ code: 'canceled' });
    expect(world.fakes.replicate.files.inputs).toBe(0);
    expect(await recorded(at)).toBeNull();
  });

  it('removes the uploads when one of them or the record fails', async () => {
    const { replicate } = connectWorker(world.fakes);
    let uploads = 0;
    const once = {
      removeFile: replicate.removeFile,
      upload: (...args: Parameters<typeof replicate.upload>) =>
        ++uploads > 1 ? Promise.reject(new ServiceError('unavailable')) : replicate.upload(...args),
    };
    const use = (urls: () => Promise<unknown>) => urls();
    await expect(withInputUrls(dependencies({ replicate: once }), [selfie, selfie], work(), use)).rejects.toMatchObject(
      {
        code: 'unavailable',
      },
    );
    const store = { ...servers.store, put: () => Promise.reject(new ServiceError('unavailable')) };
    await expect(withInputUrls(dependencies({ store }), [selfie], work(), use)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(world.fakes.replicate.files.inputs).toBe(0);
  });

  it('returns the result even if the uploads cannot be removed', async () => {
    const store = { ...servers.store, delete: () => Promise.reject(new ServiceError('unavailable')) };
    expect(await withInputUrls(dependencies({ store }), [selfie], work(), used)).toBe('used');
    const gone = await startFakeModels();
    const { replicate } = connectWorker(gone);
    const result = await withInputUrls(dependencies({ replicate }), [selfie], work(), async (urls) => {
      await urls();
      await gone.stop();
      return 'used';
    });
    expect(result).toBe('used');
  });

  it.each(['upload', 'presigned'] as const)('rejects anything but a picture, by %s', async (transport) => {
    const broken = { bytes: Buffer.from('no picture'), field: 'outfit_base64' };
    await expect(withInputUrls(dependencies({ transport }), [broken], work(), used)).rejects.toMatchObject({
      code: 'not_an_image',
      parameters: { field: 'outfit_base64' },
    });
  });
});
