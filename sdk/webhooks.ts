import type * as api from './generated/types.gen.ts';
import { itemsOf, type ListOptions } from './pages.ts';
import { bodiesOf, type Settings, type Signalled } from './transport.ts';

/** Addresses of the user to which events are sent, signed; see `verifyWebhook` for who receives them. */
export function webhookCalls(settings: Settings) {
  const bodyOf = bodiesOf(settings);
  return {
    /**
     * Has events sent to an address from now on. The `secret` is returned only here.
     *
     * @throws ApiError `forbidden_url`, `not_https`, `too_many_webhooks`
     */
    create: (webhook: api.CreateWebhookRequest, options?: Signalled): Promise<api.CreatedWebhook> =>
      bodyOf('createWebhook', { body: webhook }, options),
    /** All of them, oldest first. */
    list: async (options?: Signalled): Promise<api.Webhook[]> => (await bodyOf('listWebhooks', {}, options)).webhooks,
    /** @throws ApiError `webhook_not_found` */
    get: (id: string, options?: Signalled): Promise<api.Webhook> => bodyOf('getWebhook', { path: { id } }, options),
    /** Changes the fields that are given. @throws ApiError as `create`; `webhook_not_found` */
    update: (id: string, change: api.ChangeWebhookRequest, options?: Signalled): Promise<api.Webhook> =>
      bodyOf('changeWebhook', { path: { id }, body: change }, options),
    /** @throws ApiError `webhook_not_found` */
    delete: async (id: string, options?: Signalled): Promise<void> => {
      await bodyOf('deleteWebhook', { path: { id } }, options);
    },
    /**
     * Another secret, which is returned only here.
     *
     * @param options.overlapSeconds how long the present one signs as well, 0 to 604,800; default: a day
     * @throws ApiError `webhook_not_found`
     */
    rotateSecret: (id: string, options: Signalled & { readonly overlapSeconds?: number | undefined } = {}) => {
      const { overlapSeconds, signal } = options;
      const body = overlapSeconds === undefined ? {} : { overlap_seconds: overlapSeconds };
      return bodyOf('rotateWebhookSecret', { path: { id }, body }, { signal });
    },
    /** Sends an event of the type `webhook.test`; within ten seconds it is the same one. @throws ApiError `webhook_disabled` */
    test: (id: string, options?: Signalled): Promise<{ event_id: string }> =>
      bodyOf('testWebhook', { path: { id } }, { repeatable: true, ...options }),
    /** What was sent in the last 30 days and what is on its way, newest first, with the attempts. */
    deliveries: (id: string, { status, ...options }: ListOptions & { readonly status?: api.Delivery['status'] } = {}) =>
      itemsOf(settings, 'listDeliveries', ({ deliveries }) => deliveries, options, {
        path: { id },
        query: status && { status },
      }),
    /** Sends a delivery again, at once. @throws ApiError `delivery_not_found`, `webhook_disabled` */
    redeliver: (id: string, deliveryId: string, options?: Signalled): Promise<api.Delivery> =>
      bodyOf('redeliver', { path: { id, delivery_id: deliveryId } }, options),
    /** Sends every event since a time that did not arrive. @returns how many are sent @throws ApiError `webhook_disabled` */
    recover: async (id: string, since: Date | string, options?: Signalled): Promise<number> => {
      const body = { since: typeof since === 'string' ? since : since.toISOString() };
      return (await bodyOf('recoverDeliveries', { path: { id }, body }, { repeatable: true, ...options })).scheduled;
    },
  };
}
