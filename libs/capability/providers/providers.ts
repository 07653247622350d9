import { createHash } from 'node:crypto';
import { publish } from '@styling/bus';
import { type Capability, createEvent, requestCharged } from '@styling/contracts';
import type { Charge } from '@styling/providers';
import { cancellationOf, isNothingPaid, ServiceError, toServiceError } from '@styling/service';
import { count, inSpan, timed } from '@styling/telemetry';
import { type Accepted, sourceOf, type Work } from '../work.ts';
import { type CallOutcome, createCircuits } from './circuits.ts';
import { orderOf } from './declared.ts';
import type { Made, Provider, RoutingDependencies } from './provider.ts';

export type Providers<Port> = ReturnType<typeof createProviders<Port>>;

/** Makes the providers of a capability; `close` ends what was opened beside them. */
export function createProviders<Port>(
  all: readonly (Provider & Port)[],
  deps: RoutingDependencies,
  close: () => Promise<void> = async () => {},
) {
  const { store, log, clock } = deps;
  const isList = all.length > 1;
  const circuits = createCircuits(
    all.map(({ name }) => name),
    deps,
  );

  /** Who began comes first; nobody with an open circuit, unless there is nobody else. */
  function candidates(requestId: string, begun: string | undefined, can: (provider: Provider) => boolean) {
    const able = all.filter(can);
    const ordered = orderOf(able.length > 0 ? able : all, requestId);
    const asked = ordered.filter(({ name }) => name === begun || circuits.mayCall(name));
    const chosen = asked.length > 0 ? asked : ordered;
    return chosen.toSorted((a, b) => Number(b.name === begun) - Number(a.name === begun));
  }

  async function ask<T>(name: string, operation: Operation, signal: AbortSignal, make: () => Promise<T>): Promise<T> {
    const attributes = { 'styling.provider': name, 'styling.operation': operation };
    circuits.begin(name);
    try {
      const made = await timed('styling.provider.call.duration', attributes, () =>
        inSpan('provider.call', { about: `${operation} ${name}`, attributes }, make),
      );
      circuits.end(name, 'answered');
      return made;
    } catch (error) {
      circuits.end(name, outcomeOf(error, signal));
      // Whatever a provider throws then: only this process leaves the work, and a redelivery does it.
      if (signal.aborted && !cancellationOf(signal)) throw new ServiceError('unavailable', {}, { cause: error });
      throw error;
    }
  }

  return {
    all,
    concurrency: Math.max(...all.map(({ concurrency }) => concurrency)),
    /** Whether there may be checkpoint state under the prefix of a request. */
    savesCheckpoints: isList || all.some(({ savesCheckpoints }) => savesCheckpoints),
    /**
     * Has a provider do the work, with span and duration: the one that began it, else the next of `orderOf` without an
     * open circuit. If it fails with nothing paid, the next is asked; if perhaps paid, the next that is free, and a
     * redelivery begins with it again, as its checkpoint state bounds what is paid. @throws what the last `make` does
     */
    async call<T>(
      operation: Operation,
      request: Accepted,
      work: Work,
      make: (provider: Provider & Port, work: Work) => Promise<T>,
      can: (provider: Provider) => boolean = () => true,
    ): Promise<Made<T>> {
      // A redelivery asks the same one, which can resume, or has a record of what was paid.
      const noted = `${work.checkpointPrefix}provider`;
      const found = isList ? await store.get(noted) : null;
      const begun = found ? Buffer.from(found.bytes).toString() : undefined;
      let [provider, ...others] = candidates(request.request_id, begun, can);
      let mayBePaid = false;
      while (provider) {
        const asked = provider;
        const { name } = asked;
        if (isList && name !== begun && !mayBePaid) await store.put(noted, Buffer.from(name), 'text/plain');
        const publishing: Promise<void>[] = [];
        const charged = (charge: Charge) => {
          const published = publishCharge(deps, request, name, charge);
          published.catch(() => undefined);
          publishing.push(published);
        };
        // A provider's checkpoint state is its own.
        const its = { ...work, charged, checkpointPrefix: `${work.checkpointPrefix}${name}/` };
        let made: T;
        try {
          made = await ask(name, operation, work.signal, () => make(asked, its));
        } catch (error) {
          await Promise.allSettled(publishing);
          const who = othersAfter(error, asked.isPaid, work.signal);
          if (who === 'free') {
            mayBePaid = true;
            others = others.filter(({ isPaid }) => !isPaid);
          }
          const next = others.shift();
          const isOver = clock() >= work.deadline || publishing.length > 0;
          if (!next || isOver || who === 'none') throw error;
          log.warn({ err: error, provider: name, next: next.name }, 'provider failed; asking the next one');
          const { code } = toServiceError(error);
          const failed = { 'styling.provider': name, 'styling.operation': operation, 'error.type': code };
          count('styling.provider.fallbacks', 1, failed);
          provider = next;
          continue;
        }
        // After a crash before that a redelivery resumes the work, and the charge is reported again under the same id.
        await Promise.all(publishing);
        return { made, by: name };
      }
      throw new Error('no provider');
    },
    details: circuits.details,
    async close(): Promise<void> {
      circuits.close();
      await Promise.all(all.map((provider) => provider.close()));
      await close();
    },
  };
}

type Operation = 'generate' | 'advise' | 'analyse';

/** Errors of the request, refusals too, are answers. An aborted call does not count: cancelled, or a shutdown. */
function outcomeOf(error: unknown, signal: AbortSignal): CallOutcome {
  if (signal.aborted) return 'neither';
  return toServiceError(error).status >= 500 ? 'fault' : 'answered';
}

/** `all` if the fault is the provider's and it is free or nothing was paid; `free` if `unavailable`, perhaps paid. */
function othersAfter(error: unknown, isPaid: boolean, signal: AbortSignal): 'all' | 'free' | 'none' {
  const failure = toServiceError(error);
  if (outcomeOf(error, signal) !== 'fault' || failure.code === 'deadline_exceeded') return 'none';
  if (!isPaid || isNothingPaid(failure)) return 'all';
  return failure.code === 'unavailable' ? 'free' : 'none';
}

/** Publishes a charge of a provider for a request. @throws ServiceError `unavailable` */
async function publishCharge(
  { bus, log, clock }: RoutingDependencies,
  { request_id, user_id, endpoint, capability }: Accepted,
  provider: string,
  { id, model, usd }: Charge,
): Promise<void> {
  // A worker gets the requests of its capability only.
  const own = capability as Capability;
  const charge_id = createHash('sha256').update(`${provider} ${id}`).digest('hex').slice(0, 24);
  const charge = { request_id, user_id, endpoint, capability: own, provider, model, charge_id, usd };
  await publish(bus, createEvent(requestCharged, sourceOf(own), clock(), charge)).catch((error) => {
    log.error({ err: error, request_id, provider }, 'publishing a charge failed');
    throw error;
  });
}
