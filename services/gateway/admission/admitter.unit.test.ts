import { describe, expect, it } from 'vitest';
import type { Candidate, Judgement } from './admission.ts';
import { admissionQueue } from './admitter.ts';

const candidate = (user_id: string, request_id = user_id, cost = 1): Candidate => ({
  request_id,
  user_id,
  key_id: 'key',
  endpoint: '/try_on_outfit',
  received_at: new Date(0),
  deadline: new Date(1),
  cost,
});

/** A database that answers when told to, and notes what it was asked. */
function database(answer: (candidate: Candidate) => Judgement | Error) {
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
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      proceed();
    }
  };
  return { admit, batches, settle };
}

describe('the admission queue', () => {
  it('given a statement in flight, when candidates arrive, then they share the next one', async () => {
    const { admit, batches, settle } = database(() => ({ outcome: 'admitted', used: 1, limit: 20, free: 0 }));
    const admitOne = admissionQueue(admit);
    const first = admitOne(candidate('a'));
    await new Promise((resolve) => setImmediate(resolve));
    const others = [admitOne(candidate('b')), admitOne(candidate('c'))];
    await settle();
    expect(await Promise.all([first, ...others])).toHaveLength(3);
    expect(batches).toEqual([['a'], ['b', 'c']]);
  });

  it('given several candidates of a user, when the first is admitted, then the rest find it in progress', async () => {
    const { admit, batches, settle } = database(() => ({ outcome: 'admitted', used: 7, limit: 20, free: 0 }));
    const admitOne = admissionQueue(admit);
    const answers = [candidate('a', '1'), candidate('a', '2'), candidate('b', '3'), candidate('a', '4')].map(admitOne);
    await settle();
    expect(await Promise.all(answers)).toEqual([
      { outcome: 'admitted', used: 7, limit: 20, free: 0 },
      { outcome: 'in_progress', used: 7, limit: 20, free: 0 },
      { outcome: 'admitted', used: 7, limit: 20, free: 0 },
      { outcome: 'in_progress', used: 7, limit: 20, free: 0 },
    ]);
    expect(batches).toEqual([['1', '3']]);
  });

  it('given a user with slots left, when several come together, then each is judged, one in a statement', async () => {
    let free = 3;
    const { admit, batches, settle } = database(() =>
      free > 0
        ? { outcome: 'admitted', used: 4 - free, limit: 20, free: --free }
        : { outcome: 'in_progress', used: 3, limit: 20, free: 0 },
    );
    const admitOne = admissionQueue(admit);
    const answers = ['1', '2', '3', '4', '5'].map((id) => admitOne(candidate('a', id)));
    await settle();
    expect((await Promise.all(answers)).map(({ outcome }) => outcome)).toEqual([
      ...['admitted', 'admitted', 'admitted', 'in_progress', 'in_progress'],
    ]);
    expect(batches).toEqual([['1'], ['2'], ['3']]);
  });

  it('given a first one that costs more than is left of the day, then a cheaper one is judged by itself', async () => {
    const { admit, batches, settle } = database(({ cost }) =>
      cost > 2
        ? { outcome: 'daily_limit', used: 18, limit: 20, free: 1 }
        : { outcome: 'admitted', used: 18 + cost, limit: 20, free: 0 },
    );
    const admitOne = admissionQueue(admit);
    const answers = [
      admitOne(candidate('a', '1', 4)),
      admitOne(candidate('a', '2', 5)),
      admitOne(candidate('a', '3', 2)),
    ];
    await settle();
    expect(await Promise.all(answers)).toMatchObject([
      { outcome: 'daily_limit', used: 18 },
      { outcome: 'daily_limit', used: 18 },
      { outcome: 'admitted', used: 20 },
    ]);
    expect(batches).toEqual([['1'], ['3']]);
  });

  it('given a judgement that another gateway has overtaken, then it is asked again', async () => {
    let asked = 0;
    const { admit, batches, settle } = database(() => ({
      outcome: ++asked < 3 ? 'undecided' : 'admitted',
      used: 1,
      limit: 20,
      free: 1,
    }));
    const answer = admissionQueue(admit)(candidate('a'));
    await settle();
    expect(await answer).toMatchObject({ outcome: 'admitted' });
    expect(batches).toHaveLength(3);
  });
});
