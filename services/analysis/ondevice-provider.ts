import type { SettingsOf } from '@styling/capability';
import { openEngine } from '@styling/ondevice';
import { engineOptionsOf } from '@styling/ondevice/variables.ts';
import type { OpenedModel } from '@styling/providers';
import type { AnalysisOperations } from './provider.ts';

/** The embedded engine as a provider: kinds, colours and patterns are measured, prices come from rules. */
export async function open(settings: SettingsOf<'ondevice'>): Promise<OpenedModel<AnalysisOperations>> {
  const engine = await openEngine({ ...engineOptionsOf(settings), threads: 1 });
  return {
    concurrency: engine.concurrency,
    async analyse({ bytes, field }, { signal, progress }) {
      progress('analysing', 0.05);
      const { items } = await engine.analyse(bytes, { field }, signal);
      return items.map((item) => ({ ...item, search_query: `${item.color} ${item.item}` }));
    },
    models: [],
    close: () => engine.close(),
  };
}
