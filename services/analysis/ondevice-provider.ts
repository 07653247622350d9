import { openEngine } from '@styling/ondevice';
import type { AnalysisProvider } from './provider.ts';

/** The embedded engine as a provider: kinds, colours and patterns as they are measured; prices by rule. */
export async function ondeviceProvider(): Promise<AnalysisProvider> {
  const engine = await openEngine({ threads: 1 });
  return {
    name: 'ondevice',
    concurrency: engine.concurrency,
    async analyse({ bytes, field }, { signal }) {
      const { items } = await engine.analyse(bytes, { field }, signal);
      return items.map((item) => ({ ...item, search_query: `${item.color} ${item.item}` }));
    },
    close: () => engine.close(),
  };
}
