import { ask } from '@styling/bus';
import { limits, rotateSecret, timestamp } from '@styling/contracts';
import { readBody } from '@styling/http';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { EXAMPLE_SECRET, webhookIdOf, webhookParams } from '../http/webhook-record.ts';

const body = z
  .object({
    overlap_seconds: z
      .number()
      .int()
      .min(0)
      .max(limits.longestSecretOverlapSeconds)
      .default(limits.secretOverlapSeconds)
      .meta({ description: 'How long the present secret signs as well; 0 if it has leaked' }),
  })
  .meta({ id: 'RotateSecretRequest' });

export const rotateWebhookSecret = defineEndpoint({
  id: 'rotateWebhookSecret',
  method: 'post',
  path: '/webhooks/:id/rotate_secret',
  tag: 'Webhooks',
  summary: 'Replace the secret of a webhook',
  description: `Makes another secret, returned only here. Until \`previous_expires_at\` every delivery has a signature with each of both, so that the
receiver can be changed at any moment in between.`,
  params: webhookParams,
  body,
  example: { overlap_seconds: limits.secretOverlapSeconds },
  responses: {
    200: {
      description: 'The new secret',
      schema: z.object({ secret: z.string(), previous_expires_at: timestamp }).meta({ id: 'RotatedSecret' }),
      example: { secret: EXAMPLE_SECRET, previous_expires_at: '2026-01-03T03:04:05.678Z' },
    },
  },
  errors: [['webhook_not_found']],
  async handle(call) {
    const { gateway, caller, request } = call;
    const { overlap_seconds } = await readBody(call, body);
    const asked = { user_id: caller.user_id, webhook_id: webhookIdOf(request.params), overlap_seconds };
    return ask(gateway.bus, rotateSecret, asked);
  },
});
