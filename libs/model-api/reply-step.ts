import { VendorError } from './vendor-error.ts';

/** When a reply arrives: what decides, beside the reply, on the next step. */
export type Situation = {
  readonly now: Date;
  readonly deadline: Date;
  /** Earlier replies to the same request. */
  readonly tries: number;
  /** 0 to 1. */
  readonly random: number;
};

/** The step by which a call ends with an error. */
export const failStep = (...error: ConstructorParameters<typeof VendorError>) =>
  ({ next: 'fail', error: new VendorError(...error) }) as const;
