import { describe, expect, it } from 'vitest';
import { type Candidate, chooseDeliveries } from './claim-deliveries.ts';

const bounds = { endpoint: 2, user: 3, failing: 2 };
const due = (delivery_id: string, rest: Partial<Candidate> = {}): Candidate => ({
  delivery_id,
  user_id: `user of ${delivery_id}`,
  isFailing: false,
  ...rest,
});
const sending = (rest: Partial<Candidate>): Candidate => ({ ...due('sent', rest), delivery_id: null });
const choose = (candidates: Candidate[], room = 100) => chooseDeliveries(candidates, room, bounds);

describe('due deliveries', () => {
  it('given room for few, then those that waited longest are sent, whoever they are for', () => {
    expect(choose([due('b0'), due('a0'), due('a1'), due('b1')], 2)).toEqual(['b0', 'a0']);
  });

  it('given many failing endpoints, then together no more than their bound, and others are sent', () => {
    const dead = ['x0', 'y0', 'z0'].map((id) => due(id, { isFailing: true }));
    expect(choose([...dead, due('a0')])).toEqual(['x0', 'y0', 'a0']);
    const alreadySent = ['v', 'w'].map((user_id) => sending({ user_id, isFailing: true }));
    expect(choose([...alreadySent, ...dead, due('a0')])).toEqual(['a0']);
  });

  it('given a user with many endpoints, then no more than the bound of a user', () => {
    const mine = ['a0', 'a1', 'b0', 'b1', 'c0'].map((id) => due(id, { user_id: 'alice' }));
    expect(choose([...mine, due('d0')])).toEqual(['a0', 'a1', 'b0', 'd0']);
    expect(choose([sending({ user_id: 'alice' }), sending({ user_id: 'alice' }), ...mine])).toEqual(['a0']);
  });
});
