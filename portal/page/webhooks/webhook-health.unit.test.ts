import { describe, expect, it } from 'vitest';
import { healthOf, nameOf } from './webhook-health.ts';

const enabled = { status: 'enabled', disabled_reason: null, failing_since: null } as const;
const failing = { ...enabled, failing_since: '2026-01-02T03:04:05.678Z' };

describe('the health of a webhook', () => {
  it.each([
    ['nothing was sent', enabled, [], 'unused'],
    ['its first delivery is on its way', enabled, ['pending'], 'unused'],
    ['its last delivery is on its way, others arrived', enabled, ['pending', 'succeeded'], 'good'],
    ['its last delivery failed for good, before it was mended', enabled, ['succeeded', 'failed'], 'good'],
    ['it fails, though it did not always', failing, ['pending', 'succeeded'], 'failing'],
    ['its user paused it', { ...failing, status: 'disabled', disabled_reason: 'requested' }, ['failed'], 'paused'],
    ['it failed for too long', { ...failing, status: 'disabled', disabled_reason: 'failing' }, ['failed'], 'stopped'],
    ['its receiver is gone', { ...enabled, status: 'disabled', disabled_reason: 'gone' }, ['succeeded'], 'stopped'],
  ] as const)('given %s, then it is what is true now', (_, webhook, latest, health) => {
    expect(
      healthOf(
        webhook,
        latest.map((status) => ({ status })),
      ),
    ).toBe(health);
  });

  it('given a description, then that is its name, else its host', () => {
    expect(nameOf({ url: 'https://shop.example/hooks', description: 'Orders' })).toBe('Orders');
    expect(nameOf({ url: 'https://shop.example:8443/hooks', description: '' })).toBe('shop.example:8443');
  });
});
