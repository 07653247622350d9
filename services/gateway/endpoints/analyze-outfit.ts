import { analyzeOutfitBody, analyzeOutfitResponse } from '@styling/contracts';
import { packInput } from '@styling/objectstore';
import type { EndpointDependencies } from '../dependencies.ts';
import { success } from '../http/answer.ts';
import { readBody } from '../http/read-body.ts';
import type { Handler } from '../http/serve-endpoint.ts';
import { runRequest } from '../requests/run-request.ts';
import { takeResult } from '../requests/take-result.ts';

/** POST /analyze_outfit and its alias: the items of an outfit picture. Usage keeps the two paths apart. */
export const analyzeOutfit =
  (deps: EndpointDependencies, endpoint: '/analyze_outfit' | '/identify_clothing'): Handler =>
  (context, request) =>
    runRequest(
      deps,
      context,
      request,
      async (request, memory) => {
        const fields = await readBody(request, analyzeOutfitBody, memory);
        const input = packInput({ fields, pictures: {} });
        return { endpoint, capability: 'analysis', input, imageCount: 0 };
      },
      async (completed) => {
        const { bytes } = await takeResult(deps, completed);
        return success(analyzeOutfitResponse.parse(JSON.parse(Buffer.from(bytes).toString())));
      },
    );
