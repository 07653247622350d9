import { randomBytes } from 'node:crypto';
import { connectObjectStore } from '@styling/objectstore';
import { objectStoreVariables } from '@styling/service';
import type { Environment } from '../floors/lean/environment.ts';
import { connectStore } from '../floors/lean/store.ts';

/** Sequences of calls at the same time. */
const AT_ONCE = 8;

type Calls = {
  put(name: string, bytes: Uint8Array, mimeType: string): Promise<unknown>;
  get(name: string): Promise<unknown>;
  delete(name: string): Promise<unknown>;
};

/** Clients by name, each connected once: connections are kept. */
const clients = new Map<string, Calls>();

/**
 * Passes pictures through the store as a try-on does.
 *
 * @returns processor time of this process for one picture, in ms
 */
export async function measure(name: string, environment: Environment, size: number, pictures: number): Promise<number> {
  const client = clients.get(name) ?? connect(name, environment);
  clients.set(name, client);
  const bytes = randomBytes(size);
  const before = process.cpuUsage();
  let left = pictures;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, index) => {
      for (; left > 0; left--) {
        const input = `requests/${index}-${left}`;
        await client.put(input, bytes, 'image/jpeg');
        await client.get(input);
        await client.put(`images/${index}-${left}`, bytes, 'image/jpeg');
        await client.delete(input);
        await client.delete(`images/${index}-${left}`);
      }
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / pictures;
}

const connect = (name: string, environment: Environment): Calls =>
  name === 'lean' ? connectStore(environment) : connectObjectStore(objectStoreVariables.parse(environment));
