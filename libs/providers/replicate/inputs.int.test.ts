import { throttled } from '@styling/fake-models';
import { sharp } from '@styling/imaging';
import { ServiceError } from '@styling/service';
import { type BusAndStore, photo, startBusAndStore } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourcePicture } from '../frame/index.ts';
import { type InputDependencies, inputTransport, withInputUrls } from './inputs.ts';
import { connectWorker, useFakeModels } from './replicate.fixture.ts';

const world = useFakeModels();
const fake = () => world.fakes.replicate;
let servers: BusAndStore;
let selfie: SourcePicture;
let works = 0;
beforeAll(async () => {
  servers = await startBusAndStore();
  selfie = { bytes: await photo('grace-hopper.jpg'), field: 'selfie_base64' };
});
afterAll(() => servers.stop());

const work = (signal = new AbortController().signal, ms = 60_000) => ({
  deadline: new Date(Date.now() + ms),
  signal,
  checkpointPrefix: `requests/inputs/${++works}/`,
});
const dependencies = (other: Partial<InputDependencies> = {}): InputDependencies => ({
  ...connectWorker(world.fakes).deps,
  store: servers.store,
  transport: 'upload',
  clock: () => new Date(),
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
  it('uploads plain JPEGs of moderate size without EXIF', async () => {
    const bytes = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: 'teal' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
      .png()
      .toBuffer();
    const uploaded = await withInputUrls(dependencies(), [{ bytes, field: 'x' }], work(), async (urls) => {
      await urls();
      return [...fake().files.values()][0];
    });
    const header = await sharp(uploaded).metadata();
    expect(header).toMatchObject({ format: 'jpeg', width: 2048, height: 1536 });
    expect(header.exif).toBeUndefined();
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
    expect(fake().files.size).toBe(1);
    const next = { ...at, signal: new AbortController().signal };
    expect(await withInputUrls(dependencies(), [selfie], next, (urls) => urls())).toEqual([url]);
    expect(fake().counts.uploads).toBe(1);
    expect(fake().files.size).toBe(0);
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
    expect(fake().files.size).toBe(0);
    expect(await recorded(at)).toBeNull();
  });

  it('removes the uploads when the record fails', async () => {
    const store = { ...servers.store, put: () => Promise.reject(new ServiceError('unavailable')) };
    const failing = withInputUrls(dependencies({ store }), [selfie, selfie], work(), used);
    await expect(failing).rejects.toMatchObject({ code: 'unavailable' });
    expect(fake().counts.uploads).toBe(2);
    expect(fake().files.size).toBe(0);
  });

  it.each(['upload', 'presigned'] as const)('rejects anything but a picture, by %s', async (transport) => {
    const broken = { bytes: Buffer.from('no picture'), field: 'outfit_base64' };
    await expect(withInputUrls(dependencies({ transport }), [broken], work(), used)).rejects.toMatchObject({
      code: 'not_an_image',
      parameters: { field: 'outfit_base64' },
    });
  });
});

describe('an upload', () => {
  it('is sent again after a fault, no earlier than requested', async () => {
    fake().uploadFaults = [{ status: 503, body: {} }, throttled(4)];
    const { deps, slept } = connectWorker(world.fakes);
    const sleep = deps.sleep;
    expect(await withInputUrls(dependencies({ sleep }), [selfie], work(), used)).toBe('used');
    expect(fake().counts.uploads).toBe(3);
    expect(slept).toEqual([750, 4_500]);
  });

  it('is sent once where it may be there already, under an unknown name', async () => {
    fake().uploadFaults = [{ status: 201, body: Buffer.from('<html>') }];
    const failing = withInputUrls(dependencies(), [selfie], work(), used);
    await expect(failing).rejects.toMatchObject({ code: 'internal', cause: { kind: 'failed' } });
    expect(fake().counts.uploads).toBe(1);
  });

  it('ends with its request', async () => {
    fake().uploadFaults = ['hang'];
    const cancelling = new AbortController();
    const cancelled = withInputUrls(dependencies({ timeoutMs: 30_000 }), [selfie], work(cancelling.signal), used);
    await expect.poll(() => fake().counts.uploads).toBe(1);
    cancelling.abort(new ServiceError('canceled'));
    await expect(cancelled).rejects.toBe(cancelling.signal.reason);
  });
});

describe('inputTransport', () => {
  it.each([
    [undefined, 'presigned'],
    ['https://s3.example.com', 'presigned'],
    ['http://s3.example.com', 'upload'],
    ['https://10.1.2.3', 'upload'],
    ['https://minio.storage.svc.cluster.local', 'upload'],
    ['nonsense', 'upload'],
  ])('for a store at %s is %s', (endpoint, transport) => {
    expect(inputTransport(undefined, endpoint)).toBe(transport);
    expect(inputTransport('presigned', endpoint)).toBe('presigned');
  });
});
