import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JetStreamApiError } from '@nats-io/jetstream';
import { AuthorizationError, connect, createInbox, nkeyAuthenticator } from '@nats-io/transport-node';
import {
  answerRead,
  anyNotice,
  type BusUserName,
  busUserNames,
  type Capability,
  completeRequest,
  createEvent,
  EVENTS_STREAM,
  getImage,
  getJobs,
  imageDeleted,
  keyCreated,
  listImages,
  logConsumers,
  noticeOf,
  readUsage,
  requestAccepted,
  requestCancelRequested,
  subjects,
} from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, type RestartableNats, startRestartableNats, testId, testTime } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Bus, connectBus } from './connect.ts';
import { consumeEvents } from './consume.ts';
import { busAccess, newUserNkey } from './credentials.ts';
import { deadLetter, dropDeadLetter, listDeadLetters, replayDeadLetter } from './dead-letters.ts';
import { lastSequence } from './log.ts';
import { notify, onEveryNotice } from './notices.ts';
import { PermanentError } from './process-delivery.ts';
import { publish } from './publish.ts';
import { answerQueries, ask } from './queries.ts';
import { readLog } from './read-log.ts';
import { createStreams } from './streams.ts';

// A real nats-server with the users of production. What everybody needs is shown by the whole system's own test, which
// runs on such a server too; here is what nobody may, and that the frame of each kind of work does.

let nats: RestartableNats;
let as: Record<BusUserName, Bus>;
const refused = new Map<BusUserName, string[]>();

beforeAll(async () => {
  nats = await startRestartableNats({ users: true });
  const entries = await Promise.all(busUserNames.map(async (user) => [user, await nats.connectAs(user)] as const));
  as = Object.fromEntries(entries) as typeof as;
  for (const [user, { nc }] of entries) {
    const seen: string[] = [];
    refused.set(user, seen);
    void (async () => {
      for await (const status of nc.status()) if (status.type === 'error') seen.push(status.error.message);
    })();
  }
});
afterAll(() => nats.stop());

/** What the server refused to `user` of what `act` did. */
async function refusals(user: BusUserName, act: (bus: Bus) => unknown): Promise<string[]> {
  const seen = refused.get(user) ?? [];
  const before = seen.length;
  await act(as[user]);
  // The server's refusals come before its answer to this, and are reported a turn later.
  await as[user].nc.flush();
  await new Promise((resolve) => setImmediate(resolve));
  return seen.slice(before);
}
const publishing = (user: BusUserName, subject: string) => refusals(user, ({ nc }) => nc.publish(subject, '{}'));
const listening = (user: BusUserName, subject: string, queue?: string) =>
  refusals(user, ({ nc }) => nc.subscribe(subject, { callback: () => {}, ...(queue ? { queue } : {}) }));

describe('who is let in', () => {
  it('refuses the nameless', async () => {
    await expect(connect({ servers: nats.url, maxReconnectAttempts: 0 })).rejects.toThrow(AuthorizationError);
  });

  it('refuses a key that it does not know, and a password', async () => {
    const authenticator = nkeyAuthenticator(new TextEncoder().encode(newUserNkey().seed));
    await expect(connect({ servers: nats.url, authenticator })).rejects.toThrow(AuthorizationError);
    await expect(connect({ servers: nats.url, user: 'gateway', pass: 'gateway' })).rejects.toThrow(AuthorizationError);
  });

  it('refuses a known user with the key of another, at once', async () => {
    const file = join(tmpdir(), `stranger-${process.pid}.nk`);
    await writeFile(file, newUserNkey().seed, { mode: 0o600 });
    const stranger = { NATS_URL: nats.url, NATS_NKEY_FILE: file };
    await expect(connectBus({ ...busAccess(stranger, 'gateway'), log: silentLogger() })).rejects.toMatchObject({
      cause: expect.any(AuthorizationError),
    });
  });
});

describe('what each may', () => {
  const request = (number: number, capability: Capability = 'tryon') =>
    createEvent(requestAccepted, '/services/gateway', testTime(), {
      request_id: testId('req', number),
      user_id: 'alice',
      key_id: testId('key', 1),
      gateway: 'gateway-1',
      endpoint: '/try_on_outfit',
      capability,
      input: 'requests/a/body.json',
      image_ids: [],
      received_at: testTime().toISOString(),
      deadline: testTime('12:02:00.000').toISOString(),
    });

  it('lets a request go its whole road: accepted, worked on, completed, heard, released', async () => {
    const accepted = request(1);
    const { data } = accepted;
    const work = await consumeEvents(as.tryon, {
      ...logConsumers.work('tryon'),
      log: silentLogger(),
      handle: async () => {
        await publish(as.tryon, anImageCreated(1));
        await publish(as.tryon, completeRequest(data, 'tryon', testTime(), {}));
      },
    });
    await publish(as.gateway, answerRead({ ...request(2).data, endpoint: '/usage' }, testTime(), null));
    const after = await lastSequence(as.gateway, EVENTS_STREAM);
    // Its own completions, and those that its projection releases.
    const tails = [subjects.completedFor('gateway-1'), subjects.allCompleted].map((filter) =>
      readLog(as.gateway, { name: 'gateway', filter, after, log: silentLogger() }),
    );
    const heard = tails.map(async (tail) => {
      for await (const [entry] of tail) return entry?.event?.id;
    });
    await publish(as.gateway, accepted);
    for (const id of heard) expect(await id).toBe(`${data.request_id}/completed`);
    await Promise.all([work.stop(), ...tails.map((tail) => tail.close())]);
  });

  it('lets whoever ends a request delete its images', async () => {
    for (const user of ['tryon', 'style'] as const) {
      const data = { image_id: testId('img', 9), user_id: user, reason: 'abandoned' } as const;
      const event = createEvent(imageDeleted, `/services/${user}`, testTime(), data);
      await expect(publish(as[user], event)).resolves.toHaveProperty('seq');
    }
  });

  it('lets a worker receive the cancel requests of its capability, and report progress to gateways', async () => {
    const { request_id } = request(3).data;
    const heard: unknown[] = [];
    const stopListening = onEveryNotice(as.gateway, 'request.progressed', (id) => heard.push(id));
    await as.gateway.nc.flush();
    const reader = readLog(as.tryon, {
      name: 'tryon-cancellations',
      filter: subjects.cancelRequests('tryon'),
      after: 0,
      since: () => new Date(Date.now() - 60_000),
      log: silentLogger(),
    });
    const asked = { request_id, user_id: 'alice', endpoint: '/try_on_outfit', capability: 'tryon' } as const;
    await publish(as.gateway, createEvent(requestCancelRequested, '/services/gateway', new Date(), asked));
    for await (const [entry] of reader) {
      expect(entry?.event?.id).toBe(`${request_id}/cancel_requested`);
      break;
    }
    await reader.close();
    notify(as.tryon, 'request.progressed', request_id, { stage: 'dressing', fraction: 0.5 });
    await vi.waitFor(() => expect(heard).toEqual([request_id]), 20_000);
    stopListening();
  });

  it('lets each of them keep what it cannot handle', async () => {
    const message = { stream: 'EVENTS', seq: 1, subject: 's', deliveries: 1, data: new Uint8Array(), headers: {} };
    for (const [user, consumer] of [
      ['tryon', 'tryon'],
      ['analysis', 'analysis'],
      ['style', 'style'],
      ['gateway', 'gateway'],
      ['images', 'images'],
      ['usage', 'usage'],
      ['jobs', 'jobs'],
      ['webhooks', 'webhooks'],
    ] as const) {
      await deadLetter(as[user], consumer, message, 'test');
    }
    const letters = await as.operator.jsm.streams.info('DEAD_LETTERS');
    expect(letters.state.messages).toBe(8);
  });

  it('lets the operator hand a dead letter back to the consumer that gave it up', async () => {
    let broken = true;
    const handled: string[] = [];
    const work = await consumeEvents(as.analysis, {
      ...logConsumers.work('analysis'),
      log: silentLogger(),
      handle: async ({ id }) => {
        if (broken) throw new PermanentError('broken');
        handled.push(id);
      },
    });
    const event = request(2, 'analysis');
    await publish(as.gateway, event);
    const seq = await vi.waitFor(async () => {
      for await (const letter of listDeadLetters(as.operator)) if (letter.event?.id === event.id) return letter.seq;
      throw new Error('no letter yet');
    }, 20_000);
    broken = false;
    expect(await replayDeadLetter(as.operator, seq, 5_000)).toEqual({ handled: true });
    expect(handled).toEqual([event.id]);
    expect(await dropDeadLetter(as.operator, seq)).toBe(true);
    await work.stop();
  });

  it('lets the operator ask for an image', async () => {
    const answering = answerQueries(as.images, getImage, async () => ({ image: null }), {
      queue: 'images',
      log: silentLogger(),
    });
    await as.images.nc.flush();
    expect(await ask(as.operator, getImage, { user_id: 'alice', image_id: testId('img', 1) })).toEqual({ image: null });
    await answering.stop();
  });

  it('lets images and usage read their parts of the log, and the operator all', async () => {
    await publish(as.operator, createEvent(keyCreated, '/x', testTime(), { ...aKey }));
    for (const [user, filter] of [
      ['images', subjects.allImages],
      ['usage', subjects.allCompleted],
      ['jobs', subjects.allRequests],
      ['webhooks', subjects.allEvents],
      ['operator', subjects.allEvents],
      ['operator', subjects.allAccepted],
      ['operator', subjects.allImages],
      ['operator', subjects.imagesOf('alice')],
      ['operator', subjects.allCompleted],
    ] as const) {
      const reader = readLog(as[user], { name: user, filter, after: 0, log: silentLogger() });
      for await (const [entry] of reader) {
        expect(entry?.event, user).not.toBeNull();
        break;
      }
      await reader.close();
    }
  });

  it('lets another system hear of images as they happen, and read all that ever were with its own consumer', async () => {
    const seen = Promise.withResolvers<string>();
    as.listener.nc.subscribe('styling.image.>', { callback: (_, { subject }) => seen.resolve(subject) });
    await as.listener.nc.flush();
    await publish(as.style, anImageCreated(2));
    expect(await seen.promise).toBe('styling.image.created.alice.07');
    await as.listener.jsm.consumers.add('EVENTS', {
      durable_name: 'listener',
      filter_subject: 'styling.image.>',
      ack_policy: 'explicit',
    });
    const consumer = await as.listener.js.consumers.get('EVENTS', 'listener');
    const first = await consumer.next({ expires: 5_000 });
    expect(first?.json()).toMatchObject({ type: 'image.created' });
    expect(await first?.ackAck()).toBe(true);
  });

  it('lets provisioning create the streams again', async () => {
    await expect(createStreams(as.provision, { replicas: 1 })).resolves.toBeUndefined();
  });

  it('has refused none of this', () => {
    expect(Object.fromEntries(refused)).toEqual(Object.fromEntries(busUserNames.map((user) => [user, []])));
  });
});
const aKey = { key_id: testId('key', 1), user_id: 'alice', name: 'laptop' };

describe('what nobody may', () => {
  it('cancels no request but as the gateway, and tells no progress but as a worker', async () => {
    const progress = noticeOf('request.progressed', testId('req', 1));
    expect(await publishing('tryon', 'styling.request.cancel_requested.tryon.07')).toHaveLength(1);
    expect(await publishing('images', progress)).toHaveLength(1);
    expect(await listening('tryon', progress)).toHaveLength(1);
  });

  const services: BusUserName[] = ['gateway', 'tryon', 'analysis', 'style', 'images', 'usage', 'jobs', 'webhooks'];
  const unprivileged: BusUserName[] = [...services, 'listener'];

  it.each<[BusUserName, string]>([
    ['gateway', 'styling.request.completed.tryon.gateway-1.07'],
    ['tryon', 'styling.read.07'],
    ['gateway', 'styling.usage.rolled_up.07'],
    ['gateway', 'styling.image.created.alice.07'],
    ['tryon', 'styling.request.accepted.tryon.07'],
    ['tryon', 'styling.request.completed.gateway.gateway-1.07'],
    ['analysis', 'styling.image.deleted.alice.07'],
    ['images', 'styling.image.created.alice.07'],
    ['usage', 'styling.request.completed.usage.gateway-1.07'],
    ['tryon', 'styling.request.started.style.07'],
    ['gateway', 'styling.request.started.tryon.07'],
    ['gateway', noticeOf('job.changed', 'req_1')],
    ['jobs', 'styling.read.counted.07'],
    ['gateway', 'styling.webhook.disabled.alice.07'],
    ['webhooks', 'styling.request.completed.gateway.gateway-1.07'],
    ['operator', 'styling.request.completed.tryon.operator.07'],
    ['gateway', 'styling.replay.tryon'],
    ['listener', 'styling.image.created.alice.07'],
    ['provision', 'styling.request.accepted.tryon.07'],
    ['tryon', 'styling.dead.style.EVENTS.1'],
    ['listener', 'styling.dead.listener.EVENTS.1'],
  ])('%s says nothing on %s', async (user, subject) => {
    expect(await publishing(user, subject)).toEqual([`Permissions Violation for Publish to "${subject}"`]);
  });

  it.each(unprivileged)('%s does nothing to the streams', async (user) => {
    for (const act of ['CREATE', 'UPDATE', 'PURGE', 'DELETE', 'MSG.DELETE', 'SNAPSHOT', 'LEADER.STEPDOWN']) {
      for (const stream of ['EVENTS', 'READS', 'DEAD_LETTERS']) {
        expect(await publishing(user, `$JS.API.STREAM.${act}.${stream}`), act).toHaveLength(1);
      }
    }
    expect(await publishing(user, '$JS.API.STREAM.CREATE.MINE')).toHaveLength(1);
  });

  it.each<BusUserName>(['provision', 'operator'])('%s takes nothing from the log', async (user) => {
    for (const act of ['PURGE', 'DELETE', 'MSG.DELETE']) {
      for (const stream of ['EVENTS', 'READS']) {
        expect(await publishing(user, `$JS.API.STREAM.${act}.${stream}`), act).toHaveLength(1);
      }
    }
  });

  it.each<[BusUserName, string]>(
    (['gateway', 'analysis', 'style', 'images', 'usage', 'jobs', 'webhooks', 'operator', 'listener'] as const).flatMap(
      (user) =>
        [
          '$JS.API.CONSUMER.MSG.NEXT.EVENTS.tryon',
          '$JS.API.CONSUMER.INFO.EVENTS.tryon',
          '$JS.API.CONSUMER.DELETE.EVENTS.tryon',
          '$JS.API.CONSUMER.CREATE.EVENTS.tryon.styling.request.accepted.tryon.*',
          '$JS.API.CONSUMER.CREATE.EVENTS.tryon.styling.image.>',
          '$JS.API.CONSUMER.CREATE.EVENTS.tryon.styling.request.completed.>',
          '$JS.API.CONSUMER.CREATE.EVENTS',
          '$JS.API.CONSUMER.CREATE.EVENTS.mine',
          '$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.tryon',
          '$JS.API.CONSUMER.LIST.EVENTS',
          '$JS.API.CONSUMER.NAMES.EVENTS',
          '$JS.ACK.EVENTS.tryon.1.1.1.1.0',
        ].map((subject): [BusUserName, string] => [user, subject]),
    ),
  )('%s touches no consumer of tryon: %s', async (user, subject) => {
    expect(await publishing(user, subject)).toHaveLength(1);
  });

  it('widens nothing by saying another filter than the one that it asks for', async () => {
    const body = { stream_name: 'EVENTS', config: { name: 'x', ack_policy: 'none', filter_subject: 'styling.>' } };
    const subject = '$JS.API.CONSUMER.CREATE.EVENTS.x.styling.image.>';
    const answer = await as.images.nc.request(subject, JSON.stringify(body));
    expect(answer.json()).toMatchObject({ error: { code: 400 } });
  });

  it.each(busUserNames)('%s hears no inbox but its own, and not everything', async (user) => {
    const other = user === 'gateway' ? 'tryon' : 'gateway';
    const theirs = ['>', '_INBOX.>', '_INBOX_*.>', `_INBOX_${other}.>`, 'styling.>', '$JS.>', '$JS.EVENT.ADVISORY.>'];
    for (const subject of theirs) expect(await listening(user, subject), subject).toHaveLength(1);
    expect(await listening(user, createInbox(`_INBOX_${user}`))).toEqual([]);
  });

  it('leaves the requests, completions and keys unheard by other systems', async () => {
    for (const subject of ['styling.request.>', 'styling.key.>', 'styling.query.>', 'styling.dead.>']) {
      expect(await listening('listener', subject), subject).toHaveLength(1);
    }
  });

  it("answers no question but a service's own, and those only in its queue", async () => {
    expect(await listening('usage', listImages.subject, 'images')).toHaveLength(1);
    expect(await listening('images', readUsage.subject, 'usage')).toHaveLength(1);
    expect(await listening('tryon', readUsage.subject, 'usage')).toHaveLength(1);
    expect(await listening('images', listImages.subject)).toHaveLength(1);
  });

  it('says nothing into the inbox of one whom it answers nothing', async () => {
    for (const user of busUserNames) {
      for (const other of busUserNames.filter((name) => name !== user)) {
        const answersIt =
          (other === 'gateway' &&
            ['images', 'usage', 'jobs', 'webhooks', 'tryon', 'analysis', 'style'].includes(user)) ||
          (other === 'operator' && ['tryon', 'analysis', 'style', 'images'].includes(user));
        expect(await publishing(user, `_INBOX_${other}.abc`), `${user} to ${other}`).toHaveLength(answersIt ? 0 : 1);
      }
    }
  });

  it.each([
    ['jobs', 'job.changed', 'req_1'],
    ['webhooks', 'feed.changed', 'alice'],
  ] as const)('hears the notices of %s as the gateway alone', async (owner, notice, id) => {
    expect(await listening('gateway', anyNotice(notice))).toEqual([]);
    expect(await publishing(owner, noticeOf(notice, id))).toEqual([]);
    for (const user of busUserNames.filter((name) => name !== 'gateway')) {
      expect(await listening(user, anyNotice(notice)), user).toHaveLength(1);
    }
  });

  it('publishes or receives the notice of an awaited projection without having one', async () => {
    const notice = noticeOf('projection.awaited', 'usage');
    const projecting: readonly string[] = ['gateway', 'images', 'usage', 'jobs', 'webhooks'];
    for (const user of busUserNames) {
      const refusals = projecting.includes(user) ? 0 : 1;
      expect(await listening(user, notice), user).toHaveLength(refusals);
      expect(await publishing(user, notice), user).toHaveLength(refusals);
    }
  });

  it('hands a dead letter back to nobody as a service, and takes none but its own', async () => {
    for (const user of unprivileged) expect(await publishing(user, subjects.replay('tryon')), user).toHaveLength(1);
    expect(await listening('style', subjects.replay('tryon'), 'tryon')).toHaveLength(1);
    expect(await listening('listener', subjects.replay('listener'), 'listener')).toHaveLength(1);
  });

  it('asks no question as a service that needs none', async () => {
    for (const user of busUserNames.filter((name) => name !== 'gateway')) {
      expect(await publishing(user, readUsage.subject), user).toHaveLength(1);
      expect(await publishing(user, getJobs.subject), user).toHaveLength(1);
    }
  });

  it('is reported by JetStream itself where a stream forbids what a user could ask', async () => {
    const update = as.provision.jsm.streams.update('EVENTS', { deny_purge: false });
    await expect(update).rejects.toThrow(JetStreamApiError);
  });
});
