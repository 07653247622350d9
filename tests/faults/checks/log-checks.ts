import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM } from '@styling/contracts';
import { waitUntil } from '@styling/local-servers';
import { statusOf } from '../load/client.ts';
import type { Check } from './check.ts';
import { acceptedOf, assertImages, assertOneTryOn, assertRemaining, endOf, succeeded } from './expect.ts';

/** Invalid messages, and how many consumers of their subject dead-letter them. */
const GARBAGE = [
  { subject: 'styling.request.accepted.tryon.00', deadLetters: 3 },
  { subject: 'styling.image.created.nobody.00', deadLetters: 2 },
  { subject: 'styling.request.completed.tryon.nobody.00', deadLetters: 4 },
];

/** Guarantees when NATS is killed, and when the log contains duplicates or invalid messages. */
export const logChecks: Check[] = [
  {
    id: '1',
    name: 'kill -9 NATS three times under load: acknowledged events are read',
    async run({ parts, random, client, gateway, other }) {
      for (const next of [gateway, other, gateway]) {
        await parts.nats.kill();
        await sleep(random.between(100, 1_000));
        await parts.nats.start();
        await succeeded(() => client.tryOn(next));
      }
      return 'each time the next request succeeded';
    },
  },
  {
    id: '3',
    name: 'the same event once more, after the deduplication window: one completion',
    async run({ stage, client, gateway }) {
      const { js, jsm, readKept } = stage.observer;
      const { body: made } = await succeeded(() => client.tryOn(gateway));
      const { data } = await acceptedOf(stage, client);
      const kept = await readKept(EVENTS_STREAM);
      for (const id of [`${data.request_id}/completed`, `${made.image_id}/created`]) {
        const seq = kept.find((message) => message.id === id)?.seq;
        const message = seq === undefined ? null : await jsm.streams.getMessage(EVENTS_STREAM, { seq });
        assert(message, `${id} is not in the log`);
        stage.planted.repeats.add(id);
        await js.publish(message.subject, message.data);
      }
      await assertOneTryOn(client, gateway);
      await assertImages(client, gateway, 1);
      await assertRemaining(client, gateway, 998);
      return 'counted once, listed once, one slot';
    },
  },
  {
    id: '4',
    name: 'kill NATS the moment a job has ended: redelivered without effect',
    async run({ stage, parts, client, other }) {
      for (let round = 1; round <= 3; round++) {
        const answer = client.tryOn(other);
        const { data } = await acceptedOf(stage, client, round);
        await endOf(stage, data.request_id);
        await parts.nats.kill();
        await parts.nats.start();
        assert.equal(statusOf(await answer), 200);
      }
      await sleep(2_500);
      await assertImages(client, other, 3);
      await assertRemaining(client, other, 996);
      return '3 requests, 3 images, 3 counted';
    },
  },
  {
    id: '8',
    name: 'messages that are not events: dead-lettered once each, and the next message is processed',
    async run({ stage, client, gateway }) {
      const { js, jsm } = stage.observer;
      const deadLetters = async () => (await jsm.streams.info(DEAD_LETTERS_STREAM)).state.messages;
      const before = await deadLetters();
      for (const { subject } of GARBAGE) await js.publish(subject, 'no event at all');
      const due = GARBAGE.reduce((sum, { deadLetters }) => sum + deadLetters, 0);
      stage.planted.garbage += due;
      await succeeded(() => client.tryOn(gateway));
      await succeeded(() => client.get(gateway, '/usage'));
      await waitUntil(async () => (await deadLetters()) >= before + due, { timeoutMs: 10_000, everyMs: 200 });
      assert.equal(await deadLetters(), before + due);
      return `${due} dead letters, the next request 200`;
    },
  },
];
