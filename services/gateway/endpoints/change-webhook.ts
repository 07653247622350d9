import { ask } from '@styling/bus';
import { changeWebhook as changeWebhookQuery } from '@styling/contracts';
import { readBody } from '@styling/http';
import { z } from 'zod';
import { changesOf, countChanges } from '../admission/changes.ts';
import { defineEndpoint } from '../http/define-endpoint.ts';
import {
  webhookFields,
  webhookIdOf,
  webhookParams,
  webhookRecord,
  webhookRecordExample,
} from '../http/webhook-record.ts';

const body = z
  .object({
    url: webhookFields.url.optional(),
    events: webhookFields.events.optional(),
    description: webhookFields.description.optional(),
    enabled: z.boolean().optional().meta({ description: 'Whether events are sent' }),
  })
  .meta({ id: 'ChangeWebhookRequest' });

export const changeWebhook = defineEndpoint({
  id: 'changeWebhook',
  method: 'patch',
  path: '/webhooks/:id',
  tag: 'Webhooks',
  summary: 'Change, disable or enable a webhook',
  description: `Changes the fields that are given. The address is used from the next attempt on. Nothing is sent while a webhook is disabled,
and what is on its way then has failed: once it is enabled again, \`POST /webhooks/:id/recover\` sends what was missed.`,
  params: webhookParams,
  body,
  example: { enabled: true },
  responses: { 200: { description: 'The webhook', schema: webhookRecord, example: webhookRecordExample } },
  errors: [
    ['invalid_url', { field: 'url' }],
    ['not_https', { field: 'url' }],
    ['forbidden_url', { field: 'url' }],
    ['webhook_not_found'],
    ['too_many_changes'],
  ],
  async handle(call) {
    const { gateway, caller, request } = call;
    const change = await readBody(call, body);
    const asked = { user_id: caller.user_id, webhook_id: webhookIdOf(request.params), ...change };
    if (change.enabled) await countChanges(gateway, caller.user_id, changesOf.webhook);
    return (await ask(gateway.bus, changeWebhookQuery, asked)).webhook;
  },
});
