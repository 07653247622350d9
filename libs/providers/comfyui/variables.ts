import { positiveInteger } from '@styling/service';
import { z } from 'zod';

export const comfyuiVariables = z.object({
  COMFYUI_URL: z
    .url({ protocol: /^https?$/ })
    .describe(
      'address of the server, a path in front of its API included; one server, as queue and files belong to it',
    ),
  COMFYUI_WORKFLOW: z
    .string()
    .describe('path of the workflow, in API format with placeholders; in a container, a mounted file'),
  COMFYUI_CONCURRENCY: positiveInteger
    .default(2)
    .describe(
      'concurrent requests of each worker; the server runs one at a time, pictures of the next are uploaded meanwhile',
    ),
});
export type ComfyuiConfig = Readonly<z.output<typeof comfyuiVariables>>;
