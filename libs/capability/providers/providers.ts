import type { RequestAccepted } from '@styling/contracts';
import type { ObjectStore } from '@styling/objectstore';
import { inSpan, type Logger, timed } from '@styling/telemetry';
import type { Work } from '../work.ts';
import type { Made } from './made.ts';
import type { Provider } from './provider.ts';

export type RoutingDependencies = {
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly clock: () => Date;
};

/** A provider that is open, and its share of the requests. */
export type Member<Port> = { readonly provider: Provider & Port; readonly weight?: number };

/** What a provider is asked for, as metrics name it. */
export type Operation = 'generate' | 'advise' | 'analyse';

/** The providers of one capability. */
export type Providers<Port> = {
  /** In the order of STYLING_PROVIDER; at least one. */
  readonly all: readonly (Provider & Port)[];
  /** Number of requests that are processed concurrently. */
  readonly concurrency: number;
  /** Whether there may be checkpoint state under the prefix of a request. */
  readonly savesCheckpoints: boolean;
  /**
   * Has a provider do a piece of work, with a span and a measured duration.
   *
   * @throws what `make` does
   */
  call<T>(
    operation: Operation,
    request: Pick<RequestAccepted['data'], 'request_id'>,
    work: Work,
    make: (provider: Provider & Port, work: Work) => Promise<T>,
  ): Promise<Made<T>>;
  close(): Promise<void>;
};

/** @param close ends what was opened beside the providers */
export function createProviders<Port>(
  members: readonly Member<Port>[],
  _deps: RoutingDependencies,
  close: () => Promise<void> = async () => {},
): Providers<Port> {
  const all = members.map(({ provider }) => provider);
  const [first] = all;
  if (!first) throw new Error('no provider');
  return {
    all,
    concurrency: Math.max(...all.map(({ concurrency }) => concurrency)),
    savesCheckpoints: all.some(({ savesCheckpoints }) => savesCheckpoints),
    async call(operation, _request, work, make) {
      const { name } = first;
      const attributes = { 'styling.provider': name, 'styling.operation': operation };
      const made = await timed('styling.provider.call.duration', attributes, () =>
        inSpan('provider.call', { about: `${operation} ${name}`, attributes }, () => make(first, work)),
      );
      return { made, by: name };
    },
    async close() {
      await Promise.all(all.map((provider) => provider.close()));
      await close();
    },
  };
}
