import { observe } from '@styling/telemetry';
import { afterBegin, afterCall, type CallOutcome, type Circuit, CLOSED, mayCall } from './circuit.ts';

/** The circuits of the providers of this process, by name. */
export type Circuits = {
  mayCall(name: string): boolean;
  /** A call is made; `ended` with what became of it. */
  begin(name: string): { ended(outcome: CallOutcome): void };
  /** A line for each provider that is not asked as usual, for `/readyz`. */
  details(): string[];
  close(): void;
};

const LEVELS = { closed: 0, half_open: 1, open: 2 } as const;

/** @param onChange is called when a circuit opens or closes */
export function createCircuits(
  names: readonly string[],
  clock: () => Date,
  onChange: (name: string, state: Circuit['state']) => void,
): Circuits {
  const circuits = new Map<string, Circuit>(names.map((name) => [name, CLOSED]));
  const of = (name: string) => circuits.get(name) ?? CLOSED;
  const now = () => clock().getTime();
  const set = (name: string, next: Circuit) => {
    const before = of(name);
    circuits.set(name, next);
    if (next.state !== before.state) onChange(name, next.state);
  };
  const endObserving = observe('styling.provider.circuit', () =>
    [...circuits].map(([name, { state }]) => [LEVELS[state], { 'styling.provider': name }] as const),
  );
  return {
    mayCall: (name) => mayCall(of(name), now()),
    begin(name) {
      set(name, afterBegin(of(name), now()));
      return { ended: (outcome) => set(name, afterCall(of(name), outcome, now())) };
    },
    details: () =>
      [...circuits].flatMap(([name, { state }]) => (state === 'closed' ? [] : [`provider ${name}: circuit ${state}`])),
    close: endObserving,
  };
}
