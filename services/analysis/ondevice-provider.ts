import { openEngine } from '@styling/ondevice';
import type { AnalysisProvider } from './provider.ts';

/** The embedded engine as a provider: kinds, colours and patterns as they are measured; prices by rule. */
export async function ondeviceProvider(): Promise<AnalysisProvider> {
  const engine = await openEngine({ threads: 1 });
  return {
    name: 'ondevice',
    concurrency: engine.concurrency,
    analyse: async (image, field, signal) => (await engine.analyse(image, { field }, signal)).items,
    close: () => engine.close(),
  };
}
