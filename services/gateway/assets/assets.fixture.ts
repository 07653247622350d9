import { answerQueries, type Bus, readToHead } from '@styling/bus';
import {
  type AssetCreated,
  checkSelfie,
  countAssets,
  deleteAsset,
  getAsset,
  getImage,
  listAssets,
  type StoredImage,
  subjects,
} from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';

/** What the services that a gateway asks are to say in a test. */
export type Answers = {
  /** Answers a selfie's check; by default every selfie shows one person. */
  check: (asset_id: string) => Promise<void>;
  /** Image records by id, of user alice; absent: images are not asked for. */
  readonly images?: Map<string, StoredImage>;
};

/** Answers what a gateway asks of images and tryon: assets from the log itself, so that a count is as exact as can be. */
export function answerForAssets(bus: Bus, answers: Answers) {
  const log = silentLogger();
  const options = { queue: 'test', log };
  const assetsOf = async (user_id: string): Promise<AssetCreated[]> => {
    const found = new Map<string, AssetCreated>();
    for await (const { event } of readToHead(bus, {
      name: 'test',
      filter: subjects.assetsOf(user_id),
      after: 0,
      log,
    })) {
      if (event?.type === 'asset.created') found.set(event.data.asset_id, event);
    }
    return [...found.values()];
  };
  const stored = ({ data, time }: AssetCreated) => {
    const { asset_id, kind, width, height, bytes, checks } = data;
    return { asset_id, kind, width, height, bytes, checks, created_at: time, expires_at: time };
  };
  const find = async ({ user_id, asset_id }: { user_id: string; asset_id: string }) =>
    (await assetsOf(user_id)).find(({ data }) => data.asset_id === asset_id);
  return [
    answerQueries(
      bus,
      checkSelfie,
      async ({ asset_id }) => {
        await answers.check(asset_id);
        return { checks: ['one_person'] };
      },
      options,
    ),
    answerQueries(
      bus,
      countAssets,
      async ({ user_id }) => {
        const assets = await assetsOf(user_id);
        return { assets: assets.length, bytes: assets.reduce((sum, { data }) => sum + data.bytes, 0) };
      },
      options,
    ),
    answerQueries(
      bus,
      getAsset,
      async (asked) => {
        const asset = await find(asked);
        return { asset: asset ? stored(asset) : null, used_on: asset?.time.slice(0, 10) ?? null };
      },
      options,
    ),
    answerQueries(bus, deleteAsset, async (asked) => ({ deleted: (await find(asked)) !== undefined }), options),
    answerQueries(
      bus,
      listAssets,
      async ({ user_id, limit }) => ({
        assets: (await assetsOf(user_id)).map(stored).slice(0, limit),
        next_cursor: null,
      }),
      options,
    ),
    ...(answers.images ? [answerQueries(bus, getImage, async (asked) => imageOf(answers.images, asked), options)] : []),
  ];
}

/** Answers like a worker that finds nobody. */
export const nobody = async (): Promise<never> => {
  throw new ServiceError('no_person', { field: 'selfie_base64' });
};

const imageOf = (images: Answers['images'], { user_id, image_id }: { user_id: string; image_id: string }) => ({
  image: (user_id === 'alice' ? images?.get(image_id) : undefined) ?? null,
});
