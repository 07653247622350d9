import { notify } from '@styling/bus';
import { noticeOf, type Progress } from '@styling/contracts';
import { type RestartableNats, startRestartableNats, testId } from '@styling/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { followProgress } from './progress.ts';

let nats: RestartableNats;
beforeAll(async () => {
  nats = await startRestartableNats();
});
afterAll(() => nats.stop());

const [one, two, three] = [testId('req', 1), testId('req', 2), testId('req', 3)];
const at = (fraction: number): Progress => ({ stage: 'dressing', fraction });

it('tells how far requests are, and who listens, and forgets the one that it has not heard of for longest', async () => {
  const bus = await nats.connect();
  const worker = await nats.connect();
  const board = followProgress(bus, 2);
  const heard: Progress[] = [];
  const end = board.subscribe(one, (progress) => heard.push(progress));
  await bus.nc.flush();
  expect(board.of(one)).toBeNull();
  for (const fraction of [0.2, 0.5, 0.3, 0.5, 0.8]) notify(worker, 'request.progressed', one, at(fraction));
  notify(worker, 'request.progressed', one, { stage: 'knitting', fraction: 0.9 });
  worker.nc.publish(noticeOf('request.progressed', one), 'no JSON');
  notify(worker, 'request.progressed', one);
  notify(worker, 'request.progressed', two, at(0.1));
  await vi.waitFor(() => expect(board.of(two)).toEqual(at(0.1)));
  expect(heard).toEqual([at(0.2), at(0.5), at(0.8)]);
  expect(board.of(one)).toEqual(at(0.8));
  end();
  notify(worker, 'request.progressed', one, at(0.9));
  notify(worker, 'request.progressed', three, at(0.1));
  await vi.waitFor(() => expect(board.of(three)).toEqual(at(0.1)));
  expect([board.of(one), board.of(two)]).toEqual([at(0.9), null]);
  expect(heard).toHaveLength(3);
  board.stop();
});
