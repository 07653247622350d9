import { startFakeModels } from '@styling/fake-models';
import { sharp } from '@styling/imaging';
import { ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { photo, startTestServers, type TestServers } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LendDependencies, lendPictures, type SourcePicture } from './lend.ts';
import { connectWorker, useFakeModels } from './replicate.fixture.ts';

const world = useFakeModels();
let servers: TestServers;
let selfie: SourcePicture;
let works = 0;
beforeAll(async () => {
  servers = await startTestServers();
  selfie = { bytes: await photo('grace-hopper.jpg'), field: 'selfie_base64' };
});
afterAll(() => servers.stop());

const work = (signal = new AbortController().signal) => ({
  deadline: new Date(Date.now() + 30_000),
  signal,
  scratch: `requests/lend/${++works}/`,
});
const lending = (other: Partial<LendDependencies> = {}): LendDependencies => ({
  replicate: connectWorker(world.fakes).replicate,
  store: servers.store,
  road: 'upload',
  clock: () => new Date(),
  log: silentLogger(),
  ...other,
});
const noted = ({ scratch }: { scratch: string }) => servers.store.head(`${scratch}uploads.json`);

describe('pictures that are lent', () => {
  it('are plain JPEGs of moderate size without the camera’s notes', async () => {
    const bytes = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: 'teal' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
      .png()
      .toBuffer();
    const lent = await lendPictures(lending(), [{ bytes, field: 'x' }], work(), async ([url = '']) =>
      world.fakes.replicate.files.fetchInput(url),
    );
    const header = await sharp(lent).metadata();
    expect(header).toMatchObject({ format: 'jpeg', width: 2048, height: 1536 });
    expect(header.exif).toBeUndefined();
  });

  it('are taken back when the work has failed', async () => {
    const at = work();
    const failing = lendPictures(lending(), [selfie], at, () => Promise.reject(new ServiceError('internal')));
    await expect(failing).rejects.toMatchObject({ code: 'internal' });
    expect(world.fakes.replicate.files.inputs).toBe(0);
    expect(await noted(at)).toBeNull();
  });

  it('stay for the next worker when this one leaves, who takes them back', async () => {
    const leaving = new AbortController();
    const at = work(leaving.signal);
    const left = lendPictures(lending(), [selfie], at, async ([url]) => {
      leaving.abort();
      throw new ServiceError('unavailable', {}, { cause: url });
    });
    const { cause: url } = await left.catch((error: Error) => error);
    expect(world.fakes.replicate.files.inputs).toBe(1);
    const next = { ...at, signal: new AbortController().signal };
    expect(await lendPictures(lending(), [selfie], next, async (urls) => urls)).toEqual([url]);
    expect(world.fakes.replicate.counts.uploads).toBe(1);
    expect(world.fakes.replicate.files.inputs).toBe(0);
  });

  it('are taken back when not all could be lent, or nothing could be noted', async () => {
    const { replicate } = connectWorker(world.fakes);
    let uploads = 0;
    const once = {
      removeFile: replicate.removeFile,
      upload: (...args: Parameters<typeof replicate.upload>) =>
        ++uploads > 1 ? Promise.reject(new ServiceError('unavailable')) : replicate.upload(...args),
    };
    const use = async () => 'used';
    await expect(lendPictures(lending({ replicate: once }), [selfie, selfie], work(), use)).rejects.toMatchObject({
      code: 'unavailable',
    });
    const store = { ...servers.store, put: () => Promise.reject(new ServiceError('unavailable')) };
    await expect(lendPictures(lending({ store }), [selfie], work(), use)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(world.fakes.replicate.files.inputs).toBe(0);
  });

  it('that cannot be taken back do not spoil the result', async () => {
    const store = { ...servers.store, delete: () => Promise.reject(new ServiceError('unavailable')) };
    expect(await lendPictures(lending({ store }), [selfie], work(), async () => 'used')).toBe('used');
    const gone = await startFakeModels();
    const { replicate } = connectWorker(gone);
    const used = await lendPictures(lending({ replicate }), [selfie], work(), async () => {
      await gone.stop();
      return 'used';
    });
    expect(used).toBe('used');
  });

  it.each(['upload', 'presigned'] as const)('must be pictures, by %s', async (road) => {
    const broken = { bytes: selfie.bytes.subarray(0, 3_000), field: 'outfit_base64' };
    await expect(lendPictures(lending({ road }), [broken], work(), async () => 'used')).rejects.toMatchObject({
      code: 'not_an_image',
      parameters: { field: 'outfit_base64' },
    });
  });
});
