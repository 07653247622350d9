import type { IncomingMessage } from 'node:http';
import { type GenerateImageInput, type GenerateImageResponse, generateImageBody } from '@styling/contracts';
import type { Share } from '@styling/http';
import { inspectImage } from '@styling/imaging';
import { packInput } from '@styling/objectstore';
import type { EndpointDependencies } from '../dependencies.ts';
import { success } from '../http/answer.ts';
import { readBody } from '../http/read-body.ts';
import type { Handler } from '../http/serve-endpoint.ts';
import { runRequest } from '../requests/run-request.ts';
import type { Submission } from '../requests/submit-request.ts';
import { takeResult } from '../requests/take-result.ts';

/** POST /generate_image: a picture of the person in the outfit, answered inline; it leaves no record. */
export const generateImage =
  (deps: EndpointDependencies): Handler =>
  (context, request) =>
    runRequest(deps, context, request, prepare, async (completed) => {
      const { bytes, mimeType } = await takeResult(deps, completed);
      const image_base64 = Buffer.from(bytes).toString('base64');
      return success({ image_base64, mime_type: mimeType } satisfies GenerateImageResponse);
    });

async function prepare(request: IncomingMessage, memory: Share): Promise<Submission> {
  const { selfie_base64, ...body } = await readBody(request, generateImageBody, memory);
  await inspectImage(selfie_base64, 'selfie_base64');
  const fields: GenerateImageInput = {
    clothing_description: body.clothing_description,
    clothing_image_url: body.clothing_image_url ?? null,
    mode: body.mode,
  };
  const input = packInput({ fields, pictures: { selfie_base64 } });
  return { endpoint: '/generate_image', capability: 'tryon', input, imageCount: 0 };
}
