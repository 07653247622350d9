import { acceptedImages, limits, storedAsset } from '@styling/contracts';
import { parseFields, readUpload } from '@styling/http';
import { z } from 'zod';
import { keepAsset } from '../assets/keep-asset.ts';
import { assetRecord, assetRecordExample } from '../http/asset-record.ts';
import { type Call, defineEndpoint } from '../http/define-endpoint.ts';
import { wholeNumber } from '../http/query-parameters.ts';

const query = z.object({
  kind: storedAsset.shape.kind.meta({ description: 'What the picture shows. A selfie is judged at once' }),
  expires_in: wholeNumber(limits.leastAssetSeconds, limits.longestAssetSeconds)
    .optional()
    .meta({ description: `Seconds that it is kept after its last use; default ${limits.assetSeconds}` }),
});

export const createAsset = defineEndpoint({
  id: 'createAsset',
  method: 'post',
  path: '/assets',
  tag: 'Assets',
  summary: 'Upload a selfie or a garment',
  description: `Keeps a picture for later requests, which name it instead of sending it: ${acceptedImages}, as
the body with its media type, or as the file \`image\` of a form. A selfie must show one person, which is checked here, before a
request is spent on it. Nobody but you can use the picture, and it has no address. It is kept for 30 days after its last use, or
for \`expires_in\` seconds, at most ${limits.longestAssetSeconds / 86_400} days; a use counts once a day. You can keep ${limits.assets} assets and ${limits.assetsMegabytes} MB of them.`,
  isUpload: true,
  query,
  responses: { 201: { description: 'The asset', schema: assetRecord, example: assetRecordExample } },
  errors: [
    ['no_person', { field: 'image' }],
    ['several_people', { field: 'image' }],
    ['too_many_assets'],
    ['too_many_changes'],
  ],
  async handle(call) {
    const { kind, expires_in = limits.assetSeconds } = parseFields(query, call.request.query);
    return keepAsset(call, { kind, lifetime_seconds: expires_in }, await upload(call));
  },
});

const upload = ({ request, memory }: Call) => readUpload(request, { memory });
