import { ask } from '@styling/bus';
import { createWebhook as createWebhookQuery, limits } from '@styling/contracts';
import { readBody } from '@styling/http';
import { z } from 'zod';
import { changesOf, countChanges } from '../admission/changes.ts';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { EXAMPLE_SECRET, webhookFields, webhookRecord, webhookRecordExample } from '../http/webhook-record.ts';

const body = z
  .object({ ...webhookFields, description: webhookFields.description.optional() })
  .meta({ id: 'CreateWebhookRequest' });

export const createWebhook = defineEndpoint({
  id: 'createWebhook',
  method: 'post',
  path: '/webhooks',
  tag: 'Webhooks',
  summary: 'Have events sent to you',
  description: `From now on each of your events of these types is sent to the address as a POST with the event as its body, the same as in
\`GET /events\`, signed as [Standard Webhooks](https://www.standardwebhooks.com) 1.0 has it: verify it with one of their libraries and the
\`secret\`, which is returned only here. Every event is sent at least once: drop a \`webhook-id\` that you have seen. Any 2xx within 15
seconds is a success; after anything else it is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 10 hours, or later if
\`Retry-After\` says so. Redirects are not followed. A 410 disables the webhook, and so do five days of nothing but failures. You can
have ${limits.webhooks} webhooks.`,
  body,
  example: { url: webhookRecordExample.url, events: ['job.succeeded', 'job.failed'], description: 'Orders' },
  responses: {
    201: {
      description: 'The webhook, with its secret',
      schema: webhookRecord
        .extend({ secret: z.string().meta({ description: 'Verifies deliveries; keep it, it is not returned again' }) })
        .meta({ id: 'CreatedWebhook' }),
      example: { ...webhookRecordExample, secret: EXAMPLE_SECRET },
    },
  },
  errors: [
    ['invalid_url', { field: 'url' }],
    ['not_https', { field: 'url' }],
    ['forbidden_url', { field: 'url' }],
    ['too_many_webhooks'],
    ['too_many_changes'],
  ],
  async handle(call) {
    const { description = '', ...given } = await readBody(call, body);
    const { gateway, caller } = call;
    await countChanges(gateway, caller.user_id, changesOf.webhook);
    const { webhook, secret } = await ask(gateway.bus, createWebhookQuery, { ...caller, ...given, description });
    return { ...webhook, secret };
  },
});
