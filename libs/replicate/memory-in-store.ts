import type { ObjectStore } from '@styling/objectstore';
import type { Memory } from './prediction.ts';

/** A memory that lies in the object store under `name` and outlives every worker. */
export const memoryInStore = (store: ObjectStore, name: string): Memory => ({
  async load() {
    const found = await store.get(name);
    return found && Buffer.from(found.bytes).toString();
  },
  save: (memo) => store.put(name, Buffer.from(memo), 'text/plain'),
});
