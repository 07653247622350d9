import type { ObjectStore } from '@styling/objectstore';
import type { Work } from '../work.ts';

const nameOf = ({ checkpointPrefix }: Pick<Work, 'checkpointPrefix'>): string => `${checkpointPrefix}provider`;

/** The provider that an earlier delivery asked last for a piece of work; null if none was. */
export async function begunBy(store: ObjectStore, work: Pick<Work, 'checkpointPrefix'>): Promise<string | null> {
  const found = await store.get(nameOf(work));
  return found && Buffer.from(found.bytes).toString();
}

/** Notes which provider is asked, before it is: a redelivery asks the same one, which can resume, or has a record of what was paid. */
export const noteBegun = (store: ObjectStore, work: Pick<Work, 'checkpointPrefix'>, name: string): Promise<void> =>
  store.put(nameOf(work), Buffer.from(name), 'text/plain');
