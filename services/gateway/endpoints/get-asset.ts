import { ask } from '@styling/bus';
import { getAsset as getAssetQuery } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { assetIdOf, assetParams, assetRecord, assetRecordExample } from '../http/asset-record.ts';
import { defineEndpoint } from '../http/define-endpoint.ts';

export const getAsset = defineEndpoint({
  id: 'getAsset',
  method: 'get',
  path: '/assets/:id',
  tag: 'Assets',
  summary: 'Get one asset',
  description: 'The record of a picture that was uploaded with one of your keys. The picture itself is never returned.',
  params: assetParams,
  responses: { 200: { description: 'The asset', schema: assetRecord, example: assetRecordExample } },
  errors: [['no_such_asset']],
  async handle({ gateway: { bus }, caller: { user_id }, request: { params } }) {
    const asset_id = assetIdOf(params);
    const { asset } = await ask(bus, getAssetQuery, { user_id, asset_id });
    if (!asset) throw new ServiceError('no_such_asset');
    return asset;
  },
});
