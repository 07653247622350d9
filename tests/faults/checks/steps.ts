import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, PostOptions } from '../client.ts';
import type { Observed } from '../observer.ts';
import type { Scene } from '../stage.ts';
import { modelCalls } from '../system/model-times.ts';
import type { Replica } from '../system/replica.ts';

/** Polls `look` until it finds something, and returns that. @throws Error that names `what` after `withinMs` */
export async function eventually<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
  withinMs = 15_000,
): Promise<Found> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`no ${what} within ${withinMs / 1000} s`);
    await sleep(20);
  }
}

/** In the order of arrival. */
export const acceptedBy = ({ observer, client }: Scene): Observed[] =>
  observer.messages().filter(({ type, data }) => type === 'request.accepted' && data.user_id === client.user);

/** `request.accepted` of the client's latest request, its `number`th. */
export const acceptedOf = (scene: Scene, number = 1): Promise<Observed> =>
  eventually(`accepted request ${number} of ${scene.client.user}`, async () => acceptedBy(scene)[number - 1], 20_000);

/** Undefined while it is not in the log. */
export const completionOf = ({ observer }: Scene, requestId: unknown): Observed | undefined =>
  observer.messages().find(({ id }) => id === `${requestId}/completed`);

/** Waits until the request has ended in the log. */
export const endOf = async (scene: Scene, requestId: unknown): Promise<unknown> =>
  (await eventually(`end of ${requestId}`, async () => completionOf(scene, requestId), 30_000)).data.status;

/** Sends a try-on; resolves once it is accepted. */
export async function begin(scene: Scene, takesMs: number, options: PostOptions = {}) {
  const mark = scene.times.mark({ takesMs });
  const answer = scene.client.tryOn(scene.gateway, { ...options, mark });
  const { data, trace } = await acceptedOf(scene);
  return { mark, answer, trace, id: String(data.request_id), imageIds: data.image_ids as string[] };
}

/** Like {@link begin}, once the prediction id is saved: before, a crash costs a second call. @param fault then */
export async function beginAtModel(scene: Scene, takesMs: number, fault?: (worker: Replica) => unknown) {
  const begun = await begin(scene, takesMs);
  const findWorker = async () => (await workersThatLogged(scene, begun.trace, 'prediction created'))[0];
  const worker = await eventually('worker that waits for a model', findWorker);
  await sleep(300);
  if (fault) scene.planted.workerFaults++;
  await fault?.(worker);
  return { ...begun, worker };
}

/** The workers of try-ons that logged `message` with this trace. */
export async function workersThatLogged({ system }: Scene, trace: string, message: string): Promise<Replica[]> {
  const found: Replica[] = [];
  for (const replica of system.of('tryon')) {
    const lines = (await readFile(replica.logFile(), 'utf8')).split('\n');
    if (lines.some((line) => line.includes(trace) && line.includes(`"${message}"`))) found.push(replica);
  }
  return found;
}

/** Statuses of the predictions for the request with this mark. */
export const callsOf = ({ parts }: Scene, mark: string): string[] =>
  modelCalls(parts.fakes).flatMap((call) => (call.mark === mark ? call.status : []));

const ASK_AGAIN_MS = 200;
/** Also when the log was down a moment ago. */
const SERVED_WITHIN_MS = 30_000;

/** Repeats the request until it is answered 200, as a refused client would. @throws Error naming the last status */
export async function succeeded(ask: () => Promise<Answer>, withinMs = 15_000): Promise<Answer> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer.status === 200) return answer;
    if (performance.now() > deadline) throw new Error(`not 200 within ${withinMs / 1000} s but ${answer.status}`);
    await sleep(ASK_AGAIN_MS);
  }
}

/** The client has so many images, and a try-on leaves so many requests of the day, where given. */
export async function assertCounted({ client, other }: Scene, expected: { images?: number; remaining?: number }) {
  if (expected.images !== undefined) {
    const { body } = await succeeded(() => client.get(other, '/images'));
    assert.equal((body.images as unknown[]).length, expected.images);
  }
  if (expected.remaining === undefined) return;
  const { headers } = await succeeded(() => client.tryOn(other), SERVED_WITHIN_MS);
  assert.equal(headers.get('x-ratelimit-remaining'), String(expected.remaining), 'counted wrongly');
}

/** Usage has exactly one try-on of the client. */
export async function assertOneTryOn({ client, other }: Scene): Promise<void> {
  const { body } = await succeeded(() => client.get(other, '/usage'));
  assert.equal((body.requests_by_endpoint as Record<string, number>)['/try_on_outfit'], 1);
}
