import type { ObjectStore } from '@styling/objectstore';
import { z } from 'zod';

const attempt = z.object({
  /** Chosen by us: the name of its pictures at the server, of its client, and of its prompt. */
  id: z.uuid(),
  /** The id of its prompt: another one if the server chose it. */
  prompt: z.string(),
  /** 1 for the first. */
  number: z.int(),
});
/** A prompt that is, was or is about to be sent. */
export type ComfyAttempt = z.output<typeof attempt>;

/** Stores the attempt of a piece of work before anything of it is sent, so that the next worker resumes it. */
export type AttemptCheckpoint = {
  /** The last saved attempt, or null. */
  load(): Promise<ComfyAttempt | null>;
  /** Resolves once it would survive a crash. */
  save(attempt: ComfyAttempt): Promise<void>;
};

/** A checkpoint in the object store. */
export const attemptInStore = (store: Pick<ObjectStore, 'get' | 'put'>, name: string): AttemptCheckpoint => ({
  async load() {
    const found = await store.get(name);
    return found && attempt.parse(JSON.parse(Buffer.from(found.bytes).toString()));
  },
  save: (saved) => store.put(name, Buffer.from(JSON.stringify(saved)), 'application/json'),
});
