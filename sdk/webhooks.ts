import type {
  ChangeWebhookRequest,
  CreatedWebhook,
  CreateWebhookRequest,
  Delivery,
  RotatedSecret,
  Webhook,
} from './generated/types.gen.ts';
import { itemsOf, type ListOptions, pageQuery } from './pages.ts';
import { type CallOptions, call, type Input, type OperationId, type Output, type Settings } from './transport.ts';

type Signalled = Pick<CallOptions, 'signal'>;

/** Addresses of the user to which events are sent, signed; see `verifyWebhook` for who receives them. */
export function webhookCalls(settings: Settings) {
  const bodyOf = async <Id extends OperationId>(id: Id, input: Input<Id>, options: CallOptions = {}) =>
    (await call(settings, id, input, options)).body as Output<Id>;
  return {
    /**
     * Has events sent to an address from now on. The `secret` is returned only here.
     *
     * @throws ApiError `forbidden_url`, `not_https`, `too_many_webhooks`
     */
    create: (webhook: CreateWebhookRequest, options?: Signalled): Promise<CreatedWebhook> =>
      bodyOf('createWebhook', { body: webhook }, options),
    /** All of them, oldest first. */
    list: async (options?: Signalled): Promise<Webhook[]> => (await bodyOf('listWebhooks', {}, options)).webhooks,
    /** @throws ApiError `webhook_not_found` */
    get: (id: string, options?: Signalled): Promise<Webhook> => bodyOf('getWebhook', { path: { id } }, options),
    /** Changes the fields that are given. @throws ApiError as `create`; `webhook_not_found` */
    update: (id: string, change: ChangeWebhookRequest, options?: Signalled): Promise<Webhook> =>
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
    rotateSecret: (
      id: string,
      { overlapSeconds, ...options }: Signalled & { readonly overlapSeconds?: number } = {},
    ): Promise<RotatedSecret> => {
      const body = overlapSeconds === undefined ? {} : { overlap_seconds: overlapSeconds };
      return bodyOf('rotateWebhookSecret', { path: { id }, body }, options);
    },
    /** Sends an event of the type `webhook.test`; within ten seconds it is the same one. @throws ApiError `webhook_disabled` */
    test: (id: string, options?: Signalled): Promise<{ event_id: string }> =>
      bodyOf('testWebhook', { path: { id } }, { repeatable: true, ...options }),
    /** What was sent in the last 30 days and what is on its way, newest first, with the attempts. */
    deliveries: (id: string, { status, ...options }: ListOptions & { readonly status?: Delivery['status'] } = {}) =>
      itemsOf(
        (cursor) => {
          const query = { ...pageQuery(options, cursor), ...(status && { status }) };
          return bodyOf('listDeliveries', { path: { id }, query }, options);
        },
        ({ deliveries }) => deliveries,
      ),
    /** Sends a delivery again, at once. @throws ApiError `delivery_not_found`, `webhook_disabled` */
    redeliver: (id: string, deliveryId: string, options?: Signalled): Promise<Delivery> =>
      bodyOf('redeliver', { path: { id, delivery_id: deliveryId } }, options),
    /** Sends every event since a time that did not arrive. @returns how many are sent @throws ApiError `webhook_disabled` */
    recover: async (id: string, since: Date | string, options?: Signalled): Promise<number> => {
      const body = { since: typeof since === 'string' ? since : since.toISOString() };
      return (await bodyOf('recoverDeliveries', { path: { id }, body }, { repeatable: true, ...options })).scheduled;
    },
  };
}
