import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Webhook } from '../bodies.ts';
import { assertError } from '../expect.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

const ADDRESS = 'https://hooks.example.com/conformance';
const MISSING = 'whk_000000000000000000000000';

/** Webhooks of user B, whose receiver does not exist: what is said of them, not what arrives. */
export function webhooksRows({ api, keys }: System): void {
  const key = keys.other;
  const call = <Body = Webhook>(method: string, path: string, json?: object, as = key) =>
    api.call<Body>(method, `/webhooks${path}`, { key: as, json });
  const refused = async (json: object, error: string) => assertError(await call('POST', '', json), 400, error);

  describe('Webhooks', () => {
    let made: Webhook & { readonly secret?: string };
    row('POST /webhooks returns a secret, which nothing else returns', async () => {
      const { status, body } = await call('POST', '', {
        url: ADDRESS,
        events: ['job.succeeded'],
        description: 'conformance',
      });
      assert.equal(status, 201);
      made = body;
      assert.match(made.secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/);
      const { secret, ...webhook } = made;
      assert.deepEqual((await call('GET', `/${webhook.webhook_id}`)).body, webhook);
      const { body: listed } = await call<{ webhooks: Webhook[] }>('GET', '');
      assert.deepEqual(
        listed.webhooks.find(({ webhook_id }) => webhook_id === webhook.webhook_id),
        webhook,
      );
    });
    row('an address or a list of events that cannot be is refused', async () => {
      const events = ['job.succeeded'];
      await refused({ events }, 'url is required');
      await refused({ url: 'ftp://hooks.example.com/', events }, 'url must be an http or https URL');
      await refused({ url: 'https://user:secret@hooks.example.com/', events }, 'url must be an http or https URL');
      await refused({ url: ADDRESS, events: [] }, 'events must be a list of event types');
    });
    row('it is changed, disabled and enabled; a disabled one is neither tested nor recovered', async () => {
      const path = `/${made.webhook_id}`;
      const { body } = await call('PATCH', path, { enabled: false, events: ['image.created'] });
      assert.deepEqual([body.status, body.disabled_reason, body.events], ['disabled', 'requested', ['image.created']]);
      assertError(await call('POST', `${path}/test`), 409, 'The webhook is disabled: enable it first');
      const since = new Date().toISOString();
      assertError(await call('POST', `${path}/recover`, { since }), 409, 'The webhook is disabled: enable it first');
      assert.equal((await call('PATCH', path, { enabled: true })).body.status, 'enabled');
      assert.equal((await call('POST', `${path}/recover`, { since })).status, 200);
    });
    row('a test is in the feed and among its deliveries, and can be sent again', async () => {
      const path = `/${made.webhook_id}`;
      const { event_id } = (await call<{ event_id: string }>('POST', `${path}/test`)).body;
      assert.equal((await api.get<{ type: string }>(`/events/${event_id}`, key)).body.type, 'webhook.test');
      type Deliveries = { deliveries: { delivery_id: string; event_id: string }[] };
      const { deliveries } = (await call<Deliveries>('GET', `${path}/deliveries?limit=1`)).body;
      assert.equal(deliveries[0]?.event_id, event_id);
      const again = await call('POST', `${path}/deliveries/${deliveries[0]?.delivery_id}/redeliver`);
      assert.equal(again.body.status, 'pending');
    });
    row('its secret is replaced', async () => {
      const { status, body } = await call<{ secret: string }>('POST', `/${made.webhook_id}/rotate_secret`, {});
      assert.equal(status, 200);
      assert.notEqual(body.secret, made.secret);
    });
    row("another user's is the 404 of one that does not exist, and stays", async () => {
      for (const id of [made.webhook_id, MISSING]) {
        for (const [method, rest, json] of [
          ['GET', ''],
          ['PATCH', '', { enabled: false }],
          ['DELETE', ''],
          ['POST', '/test'],
          ['GET', '/deliveries'],
        ] as const) {
          assertError(await call(method, `/${id}${rest}`, json, keys.first), 404, 'Webhook not found');
        }
      }
      assert.equal((await call('GET', `/${made.webhook_id}`)).body.status, 'enabled');
    });
    row('DELETE /webhooks/:id deletes it, once', async () => {
      assert.equal((await call('DELETE', `/${made.webhook_id}`)).status, 204);
      assertError(await call('DELETE', `/${made.webhook_id}`), 404, 'Webhook not found');
    });
  });
}
