import type { IncomingMessage } from 'node:http';
import { type RequestCompleted, type TryOnInput, type TryOnOutfitResponse, tryOnOutfitBody } from '@styling/contracts';
import type { Share } from '@styling/http';
import { inspectImage } from '@styling/imaging';
import { packInput } from '@styling/objectstore';
import type { EndpointDependencies } from '../dependencies.ts';
import { success } from '../http/answer.ts';
import { imageUrl } from '../http/image-url.ts';
import { readBody } from '../http/read-body.ts';
import type { Handler } from '../http/serve-endpoint.ts';
import { runRequest } from '../requests/run-request.ts';
import type { Submission } from '../requests/submit-request.ts';

/** POST /try_on_outfit: a picture of the person in the outfit, kept as an image record. */
export const tryOnOutfit =
  (deps: EndpointDependencies): Handler =>
  (context, request) =>
    runRequest(deps, context, request, prepare, (completed) => success(response(deps.imageStoreUrl, completed)));

async function prepare(request: IncomingMessage, memory: Share): Promise<Submission> {
  const { selfie_base64, outfit_base64, ...body } = await readBody(request, tryOnOutfitBody, memory);
  await inspectImage(selfie_base64, 'selfie_base64');
  if (outfit_base64) await inspectImage(outfit_base64, 'outfit_base64');
  const fields: TryOnInput = {
    clothing_description: body.clothing_description,
    clothing_image_url: body.clothing_image_url ?? null,
    has_outfit: outfit_base64 !== undefined,
    mode: body.mode,
    store_image: body.store_image,
  };
  return {
    endpoint: '/try_on_outfit',
    capability: 'tryon',
    input: packInput({ fields, pictures: { selfie_base64, ...(outfit_base64 && { outfit_base64 }) } }),
    imageCount: 1,
  };
}

function response(storeUrl: string, { result }: RequestCompleted['data']): TryOnOutfitResponse {
  if (!result?.image_id) throw new Error('a try-on that succeeded without an image');
  return { image_url: imageUrl(storeUrl, result.object), image_id: result.image_id, mime_type: result.mime_type };
}
