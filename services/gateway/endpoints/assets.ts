import { ask } from '@styling/bus';
import { acceptedImages, assetId, deleteAsset, getAsset, limits, listAssets, storedAsset } from '@styling/contracts';
import { readUpload } from '@styling/http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { keepAsset } from '../assets/keep-asset.ts';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { idInPath, pageParameters, wholeNumber } from '../http/parameters.ts';

const record = storedAsset.meta({ id: 'Asset' });

const example: z.output<typeof record> = {
  asset_id: 'ast_5f2b8c1d9e3a4f6071829304',
  kind: 'selfie',
  width: 1200,
  height: 1600,
  bytes: 412_345,
  created_at: '2026-01-02T03:04:05.678Z',
  expires_at: '2026-02-01T03:04:05.678Z',
  checks: ['one_person'],
};

const params = z.object({
  id: idInPath(assetId, 'no_such_asset', 'Asset id, as returned by `POST /assets` or `GET /assets`', example.asset_id),
});

export const assetEndpoints = [
  defineEndpoint({
    id: 'createAsset',
    method: 'post',
    path: '/assets',
    summary: 'Upload a selfie or a garment',
    description: `Keeps a picture for later requests, which name it instead of sending it: ${acceptedImages}, as
the body with its media type, or as the file \`image\` of a form. A selfie must show one person, which is checked here, before a
request is spent on it. Nobody but you can use the picture, and it has no address. It is kept for 30 days after its last use, or
for \`expires_in\` seconds, at most ${limits.longestAssetSeconds / 86_400} days; a use counts once a day. You can keep ${limits.assets} assets and ${limits.assetsMegabytes} MB of them.`,
    isUpload: true,
    query: z.object({
      kind: storedAsset.shape.kind.meta({ description: 'What the picture shows. A selfie is judged at once' }),
      expires_in: wholeNumber(limits.leastAssetSeconds, limits.longestAssetSeconds)
        .optional()
        .meta({ description: `Seconds that it is kept after its last use; default ${limits.assetSeconds}` }),
    }),
    success: { status: 201, description: 'The asset', schema: record, example },
    errors: [
      ['no_person', { field: 'image' }],
      ['several_people', { field: 'image' }],
      ['too_many_assets'],
      ['too_many_changes'],
    ],
    async handle(call, { kind, expires_in = limits.assetSeconds }) {
      const bytes = await readUpload(call.request, { memory: call.memory });
      return keepAsset(call, { kind, lifetime_seconds: expires_in }, bytes);
    },
  }),
  defineEndpoint({
    id: 'listAssets',
    method: 'get',
    path: '/assets',
    summary: 'List your assets',
    description: `All pictures uploaded with any of your keys, newest first. With \`limit\`, \`next_cursor\` is present if there are
more: pass it as \`cursor\` to get the next page.`,
    query: z.object(pageParameters),
    success: {
      description: 'The assets',
      schema: z.object({ assets: z.array(record), next_cursor: z.string().optional() }).meta({ id: 'Assets' }),
      example: { assets: [example] },
    },
    async handle({ gateway: { bus }, caller: { user_id } }, { limit = limits.pageSize, cursor = null }) {
      const { assets, next_cursor } = await ask(bus, listAssets, { user_id, limit, cursor });
      return { assets, ...(next_cursor !== null && { next_cursor }) };
    },
  }),
  defineEndpoint({
    id: 'getAsset',
    method: 'get',
    path: '/assets/:id',
    summary: 'Get one asset',
    description:
      'The record of a picture that was uploaded with one of your keys. The picture itself is never returned.',
    params,
    success: { description: 'The asset', schema: record, example },
    async handle({ gateway: { bus }, caller: { user_id } }, { id: asset_id }) {
      const { asset } = await ask(bus, getAsset, { user_id, asset_id });
      if (!asset) throw new ServiceError('no_such_asset');
      return asset;
    },
  }),
  defineEndpoint({
    id: 'deleteAsset',
    method: 'delete',
    path: '/assets/:id',
    summary: 'Delete an asset',
    description: `Deletes an uploaded picture: once this is answered it is gone. A request that was accepted with it still completes,
with a copy that is deleted when the request ends.`,
    params,
    success: { status: 204, description: 'It is deleted' },
    async handle({ gateway: { bus }, caller: { user_id } }, { id: asset_id }) {
      const { deleted } = await ask(bus, deleteAsset, { user_id, asset_id });
      if (!deleted) throw new ServiceError('no_such_asset');
    },
  }),
];
