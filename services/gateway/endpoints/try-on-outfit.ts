import type { IncomingMessage } from 'node:http';
import { type RequestCompleted, type TryOnInput, type TryOnOutfitResponse, tryOnOutfitBody } from '@styling/contracts';
import { inspectImage } from '@styling/imaging';
import type { Answer } from '../answer.ts';
import { success } from '../answer.ts';
import { awaitCompletion } from '../await-completion.ts';
import type { Expectation } from '../completions.ts';
import type { EndpointDependencies, RequestContext } from '../dependencies.ts';
import { imageUrl } from '../image-url.ts';
import { readBody } from '../read-body.ts';
import { submitRequest } from '../submit-request.ts';

/** POST /try_on_outfit: a picture of the person in the outfit, kept as an image record. */
export async function tryOnOutfit(
  deps: EndpointDependencies,
  context: RequestContext,
  request: IncomingMessage,
): Promise<Answer> {
  const submitted = await submit(deps, context, request);
  if ('status' in submitted) return submitted;
  return awaitCompletion(deps, context, submitted, (completed) => success(response(deps.imageStoreUrl, completed)));
}

/** A function of its own, so that the pictures can be collected while the request waits for its answer. */
async function submit(
  deps: EndpointDependencies,
  context: RequestContext,
  request: IncomingMessage,
): Promise<Expectation | Answer> {
  const { selfie_base64, outfit_base64, ...body } = await readBody(request, tryOnOutfitBody);
  await inspectImage(selfie_base64, 'selfie_base64');
  if (outfit_base64) await inspectImage(outfit_base64, 'outfit_base64');
  const input: TryOnInput = {
    clothing_description: body.clothing_description,
    clothing_image_url: body.clothing_image_url ?? null,
    has_outfit: outfit_base64 !== undefined,
    mode: body.mode,
    store_image: body.store_image,
  };
  return submitRequest(deps, context, {
    endpoint: '/try_on_outfit',
    capability: 'tryon',
    input,
    images: { selfie_base64, outfit_base64 },
    imageCount: 1,
  });
}

function response(storeUrl: string, { result }: RequestCompleted['data']): TryOnOutfitResponse {
  if (!result?.image_id) throw new Error('a try-on that succeeded without an image');
  return { image_url: imageUrl(storeUrl, result.object), image_id: result.image_id, mime_type: result.mime_type };
}
