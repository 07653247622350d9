import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';

const service = 'image-styling-service';

export const getHealth = defineEndpoint({
  id: 'getHealth',
  method: 'get',
  path: '/',
  isPublic: true,
  summary: 'Health check',
  description:
    'Whether the service responds. Needs no key. Browsers, which prefer `text/html` to JSON, are redirected to the portal.',
  success: {
    description: 'It responds',
    schema: z.object({ status: z.literal('ok'), service: z.string(), version: z.string() }).meta({ id: 'Health' }),
    example: { status: 'ok', service, version: '1.0.0' },
  },
  handle: async ({ version }) => ({ status: 'ok' as const, service, version }),
});
