import fc from 'fast-check';

/** `usual` in most cases, `weight` times as often as something `odd`. */
export const often = <T>(usual: T, weight: number, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });
