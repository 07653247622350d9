import { describe, expect, it } from 'vitest';
import type { Admission, Candidate } from './admission.ts';
import { admissionQueue } from './admission-queue.ts';

const candidate = (user_id: string, request_id = user_id): Candidate => ({
  request_id,
  user_id,
  key_id: 'key',
  endpoint: '/try_on_outfit',
  received_at: new Date(0),
  deadline: new Date(1),
  cost: 1,
});

/** A database that answers when told to, and notes what it was asked. */
function database(answer: (candidate: Candidate) => Admission | Error) {
  const batches: string[][] = [];
  let proceed = () => {};
  const admit = async (candidates: readonly Candidate[]) => {
    batches.push(candidates.map(({ request_id }) => request_id));
    await new Promise<void>((resolve) => {
      proceed = resolve;
    });
    return candidates.map((asked) => {
      const answered = answer(asked);
      if (answered instanceof Error) throw answered;
      return answered;
    });
  };
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      proceed();
    }
  };
  return { admit, batches, settle };
}

describe('the admission queue', () => {
  it('given a statement in flight, when candidates arrive, then they share the next one', async () => {
    const { admit, batches, settle } = database(() => ({ outcome: 'admitted', used: 1 }));
    const admitOne = admissionQueue(admit);
    const first = admitOne(candidate('a'));
    await new Promise((resolve) => setImmediate(resolve));
    const others = [admitOne(candidate('b')), admitOne(candidate('c'))];
    await settle();
    expect(await Promise.all([first, ...others])).toHaveLength(3);
    expect(batches).toEqual([['a'], ['b', 'c']]);
  });

  it('given several candidates of a user, when the first is admitted, then the rest find it in progress', async () => {
    const { admit, batches, settle } = database(() => ({ outcome: 'admitted', used: 7 }));
    const admitOne = admissionQueue(admit);
    const answers = [candidate('a', '1'), candidate('a', '2'), candidate('b', '3'), candidate('a', '4')].map(admitOne);
    await settle();
    expect(await Promise.all(answers)).toEqual([
      { outcome: 'admitted', used: 7 },
      { outcome: 'in_progress', used: 7 },
      { outcome: 'admitted', used: 7 },
      { outcome: 'in_progress', used: 7 },
    ]);
    expect(batches).toEqual([['1', '3']]);
  });

  it('given several candidates of a user, when the first is refused, then the rest are refused alike', async () => {
    const { admit, settle } = database(() => ({ outcome: 'daily_limit', used: 20 }));
    const admitOne = admissionQueue(admit);
    const answers = [candidate('a', '1'), candidate('a', '2')].map(admitOne);
    await settle();
    expect(await Promise.all(answers)).toEqual([
      { outcome: 'daily_limit', used: 20 },
      { outcome: 'daily_limit', used: 20 },
    ]);
  });

  it('given a statement that fails, then all of its candidates are told and the next batch goes on', async () => {
    let broken = true;
    const { admit, settle } = database(() => (broken ? new Error('gone') : { outcome: 'admitted', used: 1 }));
    const admitOne = admissionQueue(admit);
    const failing = Promise.allSettled([admitOne(candidate('a', '1')), admitOne(candidate('a', '2'))]);
    await settle();
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    broken = false;
    const next = admitOne(candidate('a', '3'));
    await settle();
    expect(await next).toEqual({ outcome: 'admitted', used: 1 });
  });
});
