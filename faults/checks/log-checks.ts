import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM } from '@styling/contracts';
import { waitUntil } from '@styling/local-servers';
import { statusOf } from '../load/client.ts';
import type { Check } from './check.ts';
import { acceptedOf, answeredWith, endOf } from './expect.ts';

/** Invalid messages, and how many consumers of their subject dead-letter them. */
const GARBAGE = [
  { subject: 'styling.request.accepted.tryon.00', deadLetters: 1 },
  { subject: 'styling.image.created.nobody.00', deadLetters: 1 },
  { subject: 'styling.request.completed.tryon.nobody.00', deadLetters: 2 },
];

/** Guarantees when NATS is killed, and when the log contains duplicates or invalid messages. */
export const logChecks: Check[] = [
  {
    id: '1',
    name: 'kill -9 NATS three times under load: acknowledged events are read',
    async run({ stage, parts, random }) {
      const client = await stage.newClient();
      for (let round = 0; round < 3; round++) {
        await parts.nats.kill();
        await sleep(random.between(100, 1_000));
        await parts.nats.start();
        await answeredWith(200, () => client.tryOn(stage.system.gateways[round % 2]?.url ?? ''));
      }
      return 'each time the next request succeeded';
    },
  },
  {
    id: '3',
    name: 'the same event once more, after the deduplication window: one completion',
    async run({ stage }) {
      const client = await stage.newClient();
      const { url } = stage.system.gateways[0] as { url: string };
      const { body: made } = await answeredWith(200, () => client.tryOn(url));
      const { data } = await acceptedOf(stage, client);
      const kept = await stage.observer.readKept(EVENTS_STREAM);
      const js = jetstream(stage.observer.nc);
      const jsm = await jetstreamManager(stage.observer.nc, { checkAPI: false });
      for (const id of [`${data.request_id}/completed`, `${made.image_id}/created`]) {
        const seq = kept.find((message) => message.id === id)?.seq;
        const message = seq === undefined ? null : await jsm.streams.getMessage(EVENTS_STREAM, { seq });
        assert(message, `${id} is not in the log`);
        stage.planted.repeats.add(id);
        await js.publish(message.subject, message.data);
      }
      const usage = await answeredWith(200, () => client.get(url, '/usage'));
      assert.equal((usage.body.requests_by_endpoint as Record<string, number>)['/try_on_outfit'], 1);
      const list = await answeredWith(200, () => client.get(url, '/images'));
      assert.equal((list.body.images as unknown[]).length, 1);
      const next = await answeredWith(200, () => client.tryOn(url));
      assert.equal(next.headers.get('x-ratelimit-remaining'), '998');
      return 'counted once, listed once, one slot';
    },
  },
  {
    id: '4',
    name: 'kill NATS the moment a job has ended: redelivered without effect',
    async run({ stage, parts }) {
      const client = await stage.newClient();
      const { url } = stage.system.gateways[1] as { url: string };
      for (let round = 1; round <= 3; round++) {
        const answer = client.tryOn(url);
        const { data } = await acceptedOf(stage, client, round);
        await endOf(stage, data.request_id);
        await parts.nats.kill();
        await parts.nats.start();
        assert.equal(statusOf(await answer), 200);
      }
      await sleep(2_500);
      const { body } = await answeredWith(200, () => client.get(url, '/images'));
      assert.equal((body.images as unknown[]).length, 3);
      const next = await answeredWith(200, () => client.tryOn(url));
      assert.equal(next.headers.get('x-ratelimit-remaining'), '996');
      return '3 requests, 3 images, 3 counted';
    },
  },
  {
    id: '8',
    name: 'messages that are not events: dead-lettered once each, and the next message is processed',
    async run({ stage }) {
      const js = jetstream(stage.observer.nc);
      const jsm = await jetstreamManager(stage.observer.nc, { checkAPI: false });
      const deadLetters = async () => (await jsm.streams.info(DEAD_LETTERS_STREAM)).state.messages;
      const before = await deadLetters();
      for (const { subject } of GARBAGE) await js.publish(subject, 'no event at all');
      const due = GARBAGE.reduce((sum, { deadLetters }) => sum + deadLetters, 0);
      stage.planted.garbage += due;
      const client = await stage.newClient();
      const { url } = stage.system.gateways[0] as { url: string };
      await answeredWith(200, () => client.tryOn(url));
      await answeredWith(200, () => client.get(url, '/usage'));
      await waitUntil(async () => (await deadLetters()) >= before + due, { timeoutMs: 10_000, everyMs: 200 });
      assert.equal(await deadLetters(), before + due);
      return `${due} dead letters, the next request 200`;
    },
  },
];
