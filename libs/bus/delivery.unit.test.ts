import { describe, expect, it } from 'vitest';
import { parseReply } from './delivery.ts';

describe('the reply address of a delivery', () => {
  const position = { stream: 'EVENTS', deliveries: 2, seq: 37, consumerSeq: 41, pending: 5 };

  it('given the form of 2.9, then it is read', () => {
    expect(parseReply('$JS.ACK.EVENTS.tryon.2.37.41.1700000000000000000.5')).toEqual(position);
  });

  it('given the form with domain and account, then it is read', () => {
    expect(parseReply('$JS.ACK._.hash.EVENTS.tryon.2.37.41.1700000000000000000.5')).toEqual(position);
    expect(parseReply('$JS.ACK._.hash.EVENTS.tryon.2.37.41.1700000000000000000.5.random')).toEqual(position);
  });

  it('given anything else, then it is no delivery', () => {
    expect(['', '_INBOX.abc', '$JS.ACK.EVENTS.tryon', '$JS.ACK.a.b.0.1.1.1.1'].map(parseReply)).toEqual(
      Array(4).fill(undefined),
    );
  });
});
