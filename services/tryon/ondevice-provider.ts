import { openEngine } from '@styling/ondevice';
import type { TryOnProvider } from './provider.ts';

/** The embedded engine as a provider: no account, no network, one picture a thread at a time. */
export async function ondeviceProvider(): Promise<TryOnProvider> {
  const engine = await openEngine();
  return {
    name: 'ondevice',
    concurrency: engine.concurrency,
    tryOn: (order, signal) => engine.tryOn(order, signal),
    close: () => engine.close(),
  };
}
