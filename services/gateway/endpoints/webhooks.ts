import { ask } from '@styling/bus';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  eventId,
  getWebhook,
  limits,
  listWebhooks,
  rotateSecret,
  storedWebhook,
  subscribable,
  testWebhook,
  timestamp,
  webhookId,
} from '@styling/contracts';
import type { DocumentedError } from '@styling/http';
import { z } from 'zod';
import { changesOf, countChanges } from '../admission/changes.ts';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { idInPath } from '../http/parameters.ts';

const record = storedWebhook.meta({ id: 'Webhook' });

const example: z.output<typeof record> = {
  webhook_id: 'whk_5f2b8c1d9e3a4f6071829304',
  url: 'https://shop.example/hooks/styling',
  events: ['job.succeeded', 'job.failed'],
  description: 'Orders',
  status: 'enabled',
  disabled_reason: null,
  created_at: '2026-01-02T03:04:05.678Z',
  failing_since: null,
};

const SECRET_EXAMPLE = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

const fields = {
  url: z
    .string()
    .max(limits.urlLength)
    .meta({
      description: 'Where events are sent: https, port 443, a public host',
      examples: [example.url],
    }),
  events: z
    .array(subscribable, 'not_event_types')
    .min(1, 'not_event_types')
    .max(100, 'not_event_types')
    .meta({ description: 'Types of events to send', examples: [example.events] }),
  description: z
    .string()
    .max(limits.webhookDescriptionLength)
    .meta({ description: 'For its user', examples: [example.description] }),
};

export const webhookParams = z.object({
  id: idInPath(
    webhookId,
    'webhook_not_found',
    'Webhook id, as returned by `POST /webhooks` or `GET /webhooks`',
    example.webhook_id,
  ),
});

const urlErrors: readonly DocumentedError[] = [
  ['invalid_url', { field: 'url' }],
  ['not_https', { field: 'url' }],
  ['forbidden_url', { field: 'url' }],
];

export const webhookEndpoints = [
  defineEndpoint({
    id: 'createWebhook',
    method: 'post',
    path: '/webhooks',
    summary: 'Have events sent to you',
    description: `From now on each of your events of these types is sent to the address as a POST with the event as its body, the same as in
\`GET /events\`, signed as [Standard Webhooks](https://www.standardwebhooks.com) 1.0 has it: verify it with one of their libraries and the
\`secret\`, which is returned only here. Every event is sent at least once: drop a \`webhook-id\` that you have seen. Any 2xx within 15
seconds is a success; after anything else it is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 10 hours, or later if
\`Retry-After\` says so. Redirects are not followed. A 410 disables the webhook, and so do five days of nothing but failures. You can
have ${limits.webhooks} webhooks.`,
    body: z.object({ ...fields, description: fields.description.optional() }).meta({ id: 'CreateWebhookRequest' }),
    example: { url: example.url, events: ['job.succeeded', 'job.failed'], description: 'Orders' },
    success: {
      status: 201,
      description: 'The webhook, with its secret',
      schema: record
        .extend({
          secret: z.string().meta({ description: 'Verifies deliveries; keep it, it is not returned again' }),
        })
        .meta({ id: 'CreatedWebhook' }),
      example: { ...example, secret: SECRET_EXAMPLE },
    },
    errors: [...urlErrors, ['too_many_webhooks'], ['too_many_changes']],
    async handle({ gateway, caller }, { description = '', ...given }) {
      await countChanges(gateway, caller.user_id, changesOf.webhook);
      const { webhook, secret } = await ask(gateway.bus, createWebhook, { ...caller, ...given, description });
      return { ...webhook, secret };
    },
  }),
  defineEndpoint({
    id: 'listWebhooks',
    method: 'get',
    path: '/webhooks',
    summary: 'List your webhooks',
    description: 'All of your webhooks, made with any of your keys, oldest first.',
    success: {
      description: 'The webhooks',
      schema: z.object({ webhooks: z.array(record) }).meta({ id: 'Webhooks' }),
      example: { webhooks: [example] },
    },
    handle: ({ gateway: { bus }, caller: { user_id } }) => ask(bus, listWebhooks, { user_id }),
  }),
  defineEndpoint({
    id: 'getWebhook',
    method: 'get',
    path: '/webhooks/:id',
    summary: 'Get one webhook',
    description: 'A webhook as it is now: whether it is enabled, and since when it only fails.',
    params: webhookParams,
    success: { description: 'The webhook', schema: record, example },
    async handle({ gateway: { bus }, caller: { user_id } }, { id: webhook_id }) {
      return (await ask(bus, getWebhook, { user_id, webhook_id })).webhook;
    },
  }),
  defineEndpoint({
    id: 'changeWebhook',
    method: 'patch',
    path: '/webhooks/:id',
    summary: 'Change, disable or enable a webhook',
    description: `Changes the fields that are given. The address is used from the next attempt on. Nothing is sent while a webhook is disabled,
and what is on its way then has failed: once it is enabled again, \`POST /webhooks/:id/recover\` sends what was missed.`,
    params: webhookParams,
    body: z
      .object(fields)
      .partial()
      .extend({ enabled: z.boolean().optional().meta({ description: 'Whether events are sent' }) })
      .meta({ id: 'ChangeWebhookRequest' }),
    example: { enabled: true },
    success: { description: 'The webhook', schema: record, example },
    errors: [...urlErrors, ['too_many_changes']],
    async handle({ gateway, caller: { user_id } }, { id: webhook_id, ...change }) {
      if (change.enabled) await countChanges(gateway, user_id, changesOf.webhook);
      return (await ask(gateway.bus, changeWebhook, { user_id, webhook_id, ...change })).webhook;
    },
  }),
  defineEndpoint({
    id: 'deleteWebhook',
    method: 'delete',
    path: '/webhooks/:id',
    summary: 'Delete a webhook',
    description: 'Deletes a webhook and the record of its deliveries. An attempt that is being made may still arrive.',
    params: webhookParams,
    success: { status: 204, description: 'It is deleted' },
    async handle({ gateway: { bus }, caller: { user_id } }, { id: webhook_id }) {
      await ask(bus, deleteWebhook, { user_id, webhook_id });
    },
  }),
  defineEndpoint({
    id: 'rotateWebhookSecret',
    method: 'post',
    path: '/webhooks/:id/rotate_secret',
    summary: 'Replace the secret of a webhook',
    description: `Makes another secret, returned only here. Until \`previous_expires_at\` every delivery has a signature with each of both, so that the
receiver can be changed at any moment in between.`,
    params: webhookParams,
    body: z
      .object({
        overlap_seconds: z
          .number()
          .int()
          .min(0)
          .max(limits.longestSecretOverlapSeconds)
          .default(limits.secretOverlapSeconds)
          .meta({ description: 'How long the present secret signs as well; 0 if it has leaked' }),
      })
      .meta({ id: 'RotateSecretRequest' }),
    example: { overlap_seconds: limits.secretOverlapSeconds },
    success: {
      description: 'The new secret',
      schema: z.object({ secret: z.string(), previous_expires_at: timestamp }).meta({ id: 'RotatedSecret' }),
      example: { secret: SECRET_EXAMPLE, previous_expires_at: '2026-01-03T03:04:05.678Z' },
    },
    handle: ({ gateway: { bus }, caller: { user_id } }, { id: webhook_id, overlap_seconds }) =>
      ask(bus, rotateSecret, { user_id, webhook_id, overlap_seconds }),
  }),
  defineEndpoint({
    id: 'testWebhook',
    method: 'post',
    path: '/webhooks/:id/test',
    summary: 'Send a test event',
    description: `Sends an event of the type \`webhook.test\` to this webhook only, whatever it subscribes to, as any other event is sent:
\`GET /webhooks/:id/deliveries\` has what became of it. Within ten seconds of a test it is the same event.`,
    params: webhookParams,
    success: {
      description: 'The event',
      schema: z.object({ event_id: eventId }).meta({ id: 'TestEvent' }),
      example: { event_id: 'evt_9f8e7d6c5b4a392817060504' },
    },
    errors: [['webhook_disabled'], ['too_many_changes']],
    async handle({ gateway, caller: { user_id }, request_id }, { id: webhook_id }) {
      await countChanges(gateway, user_id, changesOf.webhookTest);
      return ask(gateway.bus, testWebhook, { user_id, webhook_id, request_id });
    },
  }),
];
