/** Whether a provider is asked, by what became of the calls before. Times are ms since 1970. */
export type Circuit =
  | { readonly state: 'closed'; readonly faults: number }
  /** Not asked before `until`. */
  | { readonly state: 'open'; readonly until: number }
  /** One call tries it; further ones wait for what becomes of that. */
  | { readonly state: 'half_open' };

/** What became of a call: an answer (a refusal is one), a fault of the provider, or neither, e.g. a canceled request. */
export type CallOutcome = 'answered' | 'fault' | 'neither';

/** Faults in a row after which a provider is not asked. */
const FAULTS = 5;
/** For how long, ms. */
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
