import type { Bus } from '@styling/bus';
import type { RequestAccepted } from '@styling/contracts';
import type { ObjectStore } from '@styling/objectstore';
import { cancellationOf, isNothingPaid, type pause, ServiceError, toServiceError } from '@styling/service';
import { count, inSpan, type Logger, timed } from '@styling/telemetry';
import type { Work } from '../work.ts';
import { publishCharges } from './charges.ts';
import { type CallOutcome, createCircuits } from './circuits.ts';
import type { Made, Provider } from './provider.ts';
import { orderOf } from './routes.ts';

export type RoutingDependencies = {
  readonly bus: Bus;
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly clock: () => Date;
  /** Pause of the providers between tries and looks. */
  readonly sleep?: typeof pause;
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
   * Has a provider do a piece of work, with a span and a measured duration: the one that began with it, else one whose turn it is
   * (`orderOf`) and whose circuit is not open. If it fails before anything was paid, the next one is asked; if it may have been paid,
   * the next one that costs nothing, and a redelivery begins with it again, as its checkpoint state bounds what is paid.
   *
   * @param can which providers can do it; default all
   * @throws what `make` does, of the last provider that was asked
   */
  call<T>(
    operation: Operation,
    request: RequestAccepted['data'],
    work: Work,
    make: (provider: Provider & Port, work: Work) => Promise<T>,
    can?: (provider: Provider) => boolean,
  ): Promise<Made<T>>;
  /** A line for each provider that is not asked as usual. */
  details(): string[];
  close(): Promise<void>;
};

/** @param close ends what was opened beside the providers */
export function createProviders<Port>(
  members: readonly Member<Port>[],
  deps: RoutingDependencies,
  close: () => Promise<void> = async () => {},
): Providers<Port> {
  const { store, log, clock } = deps;
  const all = members.map(({ provider }) => provider);
  const isList = all.length > 1;
  const circuits = createCircuits(
    all.map(({ name }) => name),
    clock,
    (provider, state) => log.warn({ provider, state }, 'circuit of a provider changed'),
  );

  /** In the order in which they are asked: who began first; nobody with an open circuit, unless there is nobody else. */
  function candidates(
    { request_id }: { request_id: string },
    begun: string | null,
    can: (provider: Provider) => boolean,
  ) {
    const able = members.filter(({ provider }) => can(provider));
    const ordered = orderOf(able.length > 0 ? able : members, request_id);
    const asked = ordered.filter(({ provider: { name } }) => name === begun || circuits.mayCall(name));
    return (asked.length > 0 ? asked : ordered)
      .map(({ provider }) => provider)
      .toSorted((a, b) => Number(b.name === begun) - Number(a.name === begun));
  }

  async function ask<T>(
    operation: Operation,
    provider: Provider & Port,
    work: Work,
    make: (provider: Provider & Port, work: Work) => Promise<T>,
  ): Promise<T> {
    const { name } = provider;
    const attributes = { 'styling.provider': name, 'styling.operation': operation };
    const circuit = circuits.begin(name);
    try {
      const made = await timed('styling.provider.call.duration', attributes, () =>
        inSpan('provider.call', { about: `${operation} ${name}`, attributes }, () => make(provider, work)),
      );
      circuit.ended('answered');
      return made;
    } catch (error) {
      circuit.ended(outcomeOf(error, work.signal));
      // Whatever a provider throws then: only this process leaves the work, and a redelivery does it.
      if (work.signal.aborted && !cancellationOf(work.signal))
        throw new ServiceError('unavailable', {}, { cause: error });
      throw error;
    }
  }

  return {
    all,
    concurrency: Math.max(...all.map(({ concurrency }) => concurrency)),
    savesCheckpoints: isList || all.some(({ savesCheckpoints }) => savesCheckpoints),
    async call<T>(
      operation: Operation,
      request: RequestAccepted['data'],
      work: Work,
      make: (provider: Provider & Port, work: Work) => Promise<T>,
      can: (provider: Provider) => boolean = () => true,
    ) {
      const begun = isList ? await begunBy(store, work) : null;
      let [provider, ...others] = candidates(request, begun, can);
      let mayBePaid = false;
      while (provider) {
        const { name } = provider;
        if (isList && name !== begun && !mayBePaid) await noteBegun(store, work, name);
        const charges = publishCharges(deps, request, name);
        // A provider's checkpoint state is its own.
        const its = { ...work, charged: charges.charged, checkpointPrefix: `${work.checkpointPrefix}${name}/` };
        let made: T;
        try {
          made = await ask(operation, provider, its, make);
        } catch (error) {
          await charges.published().catch(() => undefined);
          const who = othersAfter(error, provider, work.signal);
          if (who === 'free') {
            mayBePaid = true;
            others = others.filter(({ isPaid }) => !isPaid);
          }
          const next = others.shift();
          const isOver = clock() >= work.deadline || charges.any();
          if (!next || isOver || who === 'none') throw error;
          log.warn({ err: error, provider: name, next: next.name }, 'provider failed; asking the next one');
          const { code } = toServiceError(error);
          const failed = { 'styling.provider': name, 'styling.operation': operation, 'error.type': code };
          count('styling.provider.fallbacks', 1, failed);
          provider = next;
          continue;
        }
        await charges.published();
        return { made, by: name };
      }
      throw new Error('no provider');
    },
    details: circuits.details,
    async close() {
      circuits.close();
      await Promise.all(all.map((provider) => provider.close()));
      await close();
    },
  };
}

/**
 * How a failed call counts for its provider's circuit. An error of the request, a refusal by a content filter too, is an answer. A
 * call that was aborted does not count: the request was cancelled, or this process leaves it.
 */
function outcomeOf(error: unknown, signal: AbortSignal): CallOutcome {
  if (signal.aborted) return 'neither';
  return toServiceError(error).status >= 500 ? 'fault' : 'answered';
}

/**
 * Tells which other providers may be asked after a failed call: `all` if the failure is the provider's and nothing was paid, or the provider costs
 * nothing; `free`, those that cost nothing, if the provider was unavailable and may have been paid; else `none`.
 */
function othersAfter(
  error: unknown,
  { isPaid }: Pick<Provider, 'isPaid'>,
  signal: AbortSignal,
): 'all' | 'free' | 'none' {
  const failure = toServiceError(error);
  if (outcomeOf(error, signal) !== 'fault' || failure.code === 'deadline_exceeded') return 'none';
  if (!isPaid || isNothingPaid(failure)) return 'all';
  return failure.code === 'unavailable' ? 'free' : 'none';
}

const nameOf = ({ checkpointPrefix }: Pick<Work, 'checkpointPrefix'>): string => `${checkpointPrefix}provider`;

/** The provider that an earlier delivery asked last for a piece of work; null if none was. */
async function begunBy(store: ObjectStore, work: Pick<Work, 'checkpointPrefix'>): Promise<string | null> {
  const found = await store.get(nameOf(work));
  return found && Buffer.from(found.bytes).toString();
}

/** Notes which provider is asked, before it is: a redelivery asks the same one, which can resume, or has a record of what was paid. */
const noteBegun = (store: ObjectStore, work: Pick<Work, 'checkpointPrefix'>, name: string): Promise<void> =>
  store.put(nameOf(work), Buffer.from(name), 'text/plain');
