import { positiveInteger } from '@styling/service';
import { z } from 'zod';

/** Variables of a service that uses a ComfyUI server. */
export const comfyuiVariables = z.object({
  /** Address of the server; a path in front of its API is kept. */
  COMFYUI_URL: z.url({ protocol: /^https?$/ }),
  /** Path of the workflow, in API format with placeholders. */
  COMFYUI_WORKFLOW: z.string(),
  /** Concurrent requests per process. The server runs one prompt at a time; pictures of the next one are uploaded meanwhile. */
  COMFYUI_CONCURRENCY: positiveInteger.default(2),
});
export type ComfyuiConfig = Readonly<z.output<typeof comfyuiVariables>>;
