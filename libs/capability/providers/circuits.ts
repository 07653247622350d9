import { observe } from '@styling/telemetry';
import type { CapabilityDependencies } from '../work.ts';

/** Times are ms since 1970. */
export type Circuit =
  | { readonly state: 'closed'; readonly faults: number }
  | { readonly state: 'open'; readonly until: number }
  /** One call tries it; further ones wait for what becomes of that. */
  | { readonly state: 'half_open' };

/** What became of a call: an answer (a refusal is one), a fault of the provider, or neither, e.g. a canceled request. */
export type CallOutcome = 'answered' | 'fault' | 'neither';

/** Faults in a row after which a provider is not asked. */
const FAULTS = 5;
const OPEN_MS = 30_000;

export const CLOSED: Circuit = { state: 'closed', faults: 0 };

/** Whether a call may be made now. */
export const mayCall = (circuit: Circuit, now: number): boolean =>
  circuit.state === 'closed' || (circuit.state === 'open' && now >= circuit.until);

/** When a call is made: the first one after the pause is the trial. */
export const afterBegin = (circuit: Circuit, now: number): Circuit =>
  circuit.state === 'open' && now >= circuit.until ? { state: 'half_open' } : circuit;

/** When a call has ended. */
export function afterCall(circuit: Circuit, outcome: CallOutcome, now: number): Circuit {
  if (outcome === 'answered') return CLOSED;
  // Nothing was learned: the next call is the trial.
  if (outcome === 'neither') return circuit.state === 'half_open' ? { state: 'open', until: now } : circuit;
  const faults = circuit.state === 'closed' ? circuit.faults + 1 : FAULTS;
  return faults < FAULTS ? { state: 'closed', faults } : { state: 'open', until: now + OPEN_MS };
}

const LEVELS = { closed: 0, half_open: 1, open: 2 } as const;

/** The circuits of the providers of this process, by name. */
export function createCircuits(
  names: readonly string[],
  { clock, log }: Pick<CapabilityDependencies, 'clock' | 'log'>,
) {
  const circuits = new Map<string, Circuit>(names.map((name) => [name, CLOSED]));
  const change = (name: string, next: (circuit: Circuit, now: number) => Circuit) => {
    const before = circuits.get(name) ?? CLOSED;
    const after = next(before, clock().getTime());
    circuits.set(name, after);
    const { state } = after;
    if (state !== before.state) log.warn({ provider: name, state }, 'circuit of a provider changed');
  };
  return {
    mayCall: (name: string): boolean => mayCall(circuits.get(name) ?? CLOSED, clock().getTime()),
    begin: (name: string): void => change(name, afterBegin),
    end: (name: string, outcome: CallOutcome): void => change(name, (circuit, now) => afterCall(circuit, outcome, now)),
    /** A line for each provider that is not asked as usual, for `/readyz`. */
    details: (): string[] =>
      [...circuits].flatMap(([name, { state }]) => (state === 'closed' ? [] : [`provider ${name}: circuit ${state}`])),
    close: observe('styling.provider.circuit', () =>
      [...circuits].map(([name, { state }]) => [LEVELS[state], { 'styling.provider': name }] as const),
    ),
  };
}
