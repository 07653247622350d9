import type { IncomingMessage } from 'node:http';
import { type StyleMeInput, type StyleMeResponse, styleMeBody, styleMeResult } from '@styling/contracts';
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

/** POST /style_me: outfit suggestions, each with its picture; a picture that is missing is an empty string. */
export const styleMe =
  (deps: EndpointDependencies): Handler =>
  (context, request) =>
    runRequest(deps, context, request, prepare, async (completed) => {
      const { bytes } = await takeResult(deps, completed);
      const { outfits } = styleMeResult.parse(JSON.parse(Buffer.from(bytes).toString()));
      const answered = outfits.map(async ({ object, ...outfit }) => ({
        ...outfit,
        image_base64: object === null ? '' : await pictureOf(deps, object),
      }));
      return success({ outfits: await Promise.all(answered) } satisfies StyleMeResponse);
    });

async function prepare(request: IncomingMessage, memory: Share): Promise<Submission> {
  const {
    selfie_base64,
    style_preferences = '',
    occasion = '',
    num_outfits,
  } = await readBody(request, styleMeBody, memory);
  await inspectImage(selfie_base64, 'selfie_base64');
  const fields: StyleMeInput = { style_preferences, occasion, num_outfits };
  const input = packInput({ fields, pictures: { selfie_base64 } });
  return { endpoint: '/style_me', capability: 'style', input, imageCount: num_outfits };
}

const pictureOf = async ({ store }: EndpointDependencies, object: string): Promise<string> =>
  Buffer.from((await store.get(object))?.bytes ?? []).toString('base64');
