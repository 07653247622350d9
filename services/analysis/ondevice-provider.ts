import { openEngine } from '@styling/ondevice';
import type { EngineOptions } from '@styling/ondevice/variables.ts';
import type { AnalysisProvider } from './provider.ts';

/** The embedded engine as a provider: kinds, colours and patterns are measured, prices come from rules. */
export async function ondeviceProvider(options: EngineOptions = {}): Promise<AnalysisProvider> {
  const engine = await openEngine({ ...options, threads: 1 });
  return {
    name: 'ondevice',
    concurrency: engine.concurrency,
    savesCheckpoints: false,
    async analyse({ bytes, field }, { signal, progress }) {
      progress('analysing', 0.05);
      const { items } = await engine.analyse(bytes, { field }, signal);
      return items.map((item) => ({ ...item, search_query: `${item.color} ${item.item}` }));
    },
    close: () => engine.close(),
  };
}
