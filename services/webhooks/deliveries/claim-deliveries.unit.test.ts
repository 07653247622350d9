import { describe, expect, it } from 'vitest';
import { chooseDeliveries, type DueEndpoint } from './claim-deliveries.ts';

const bounds = { endpoint: 2, user: 3, failing: 2 };
const idle = { byUser: new Map<string, number>(), failing: 0 };
const endpoint = (name: string, dueAt: readonly number[], rest: Partial<DueEndpoint> = {}): DueEndpoint => ({
  webhook_id: name,
  user_id: `user of ${name}`,
  isFailing: false,
  sending: 0,
  due: dueAt.map((due_at, index) => ({ delivery_id: `${name}${index}`, due_at })),
  ...rest,
});
const choose = (endpoints: DueEndpoint[], sending = idle, room = 100) =>
  chooseDeliveries(endpoints, sending, room, bounds);

describe('due deliveries', () => {
  it('given room for few, then those that waited longest are sent, whoever they are for', () => {
    expect(choose([endpoint('a', [3, 4]), endpoint('b', [1, 9])], idle, 2)).toEqual(['b0', 'a0']);
  });

  it('given an endpoint with many, then no more at once than its bound, less what is being sent to it', () => {
    expect(choose([endpoint('a', [1, 1, 1, 1]), endpoint('b', [9])])).toEqual(['a0', 'a1', 'b0']);
    expect(choose([endpoint('a', [1, 1, 1], { sending: 1 })])).toEqual(['a0']);
    expect(choose([endpoint('a', [1], { sending: 5 })])).toEqual([]);
  });

  it('given a failing endpoint, then one at a time', () => {
    expect(choose([endpoint('a', [1, 1], { isFailing: true })])).toEqual(['a0']);
    expect(choose([endpoint('a', [1, 1], { isFailing: true, sending: 1 })])).toEqual([]);
  });

  it('given many failing endpoints, then together no more than their bound, and others are sent', () => {
    const dead = ['x', 'y', 'z'].map((name) => endpoint(name, [0], { isFailing: true }));
    expect(choose([...dead, endpoint('a', [5])])).toEqual(['x0', 'y0', 'a0']);
    expect(choose([...dead, endpoint('a', [5])], { byUser: new Map(), failing: 2 })).toEqual(['a0']);
  });

  it('given a user with many endpoints, then no more than the bound of a user', () => {
    const mine = ['a', 'b', 'c'].map((name) => endpoint(name, [0, 0], { user_id: 'alice' }));
    expect(choose([...mine, endpoint('d', [5])])).toEqual(['a0', 'a1', 'b0', 'd0']);
    expect(choose(mine, { byUser: new Map([['alice', 2]]), failing: 0 })).toEqual(['a0']);
  });
});
