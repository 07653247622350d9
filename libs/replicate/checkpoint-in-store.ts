import type { ObjectStore } from '@styling/objectstore';
import type { Checkpoint } from './prediction.ts';

/** A checkpoint kept in the object store under `name`. */
export const checkpointInStore = (store: ObjectStore, name: string): Checkpoint => ({
  async load() {
    const found = await store.get(name);
    return found && Buffer.from(found.bytes).toString();
  },
  save: (value) => store.put(name, Buffer.from(value), 'text/plain'),
});
