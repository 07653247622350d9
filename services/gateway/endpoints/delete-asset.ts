import { ask } from '@styling/bus';
import { deleteAsset as deleteAssetQuery } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { assetIdOf, assetParams } from '../http/asset-record.ts';
import { defineEndpoint } from '../http/define-endpoint.ts';

export const deleteAsset = defineEndpoint({
  id: 'deleteAsset',
  method: 'delete',
  path: '/assets/:id',
  tag: 'Assets',
  summary: 'Delete an asset',
  description: `Deletes an uploaded picture: once this is answered it is gone. A request that was accepted with it still completes,
with a copy that is deleted when the request ends.`,
  params: assetParams,
  responses: { 204: { description: 'It is deleted' } },
  errors: [['no_such_asset']],
  async handle({ gateway: { bus }, caller: { user_id }, request: { params } }) {
    const asset_id = assetIdOf(params);
    const { deleted } = await ask(bus, deleteAssetQuery, { user_id, asset_id });
    if (!deleted) throw new ServiceError('no_such_asset');
    return undefined;
  },
});
