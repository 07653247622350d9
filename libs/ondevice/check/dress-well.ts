import { ServiceError } from '@styling/service/errors.ts';
import type { Dressed } from '../garment/dress-person.ts';
import type { Layer } from '../garment/layer.ts';
import type { Subject } from '../garment/subject.ts';
import { isBroken } from './is-broken.ts';
import { measureChange } from './measure-change.ts';

/** A way of rendering garments on a person. */
export type Dressing = (subject: Subject, layers: readonly Layer[]) => Dressed;

/**
 * Dresses a person by the first way whose picture is not broken: a refusal that says what to change is better.
 *
 * @throws ServiceError `clothes_not_separable` if all are
 */
export function dressWell(subject: Subject, layers: readonly Layer[], dressings: readonly Dressing[]): Dressed {
  // Lapels and what is worn below them are as fine as a print.
  const plain =
    layers.length === 1 &&
    layers.every(({ kind, pattern, print, swatch }) => kind !== 'outer' && pattern === 'solid' && !print && !swatch);
  for (const dress of dressings) {
    const dressed = dress(subject, layers);
    const measured = measureChange(subject, dressed.foreground);
    // What has an outline of its own is no body paint, and what is fine on it (buttons, lapels, pleats) is drawn.
    const change = dressed.drawn ? { ...measured, skinPainted: 0, mottled: 0 } : measured;
    if (dressed.shown === 0 || !isBroken(change, plain)) return dressed;
  }
  throw new ServiceError('clothes_not_separable', { field: 'selfie_base64' });
}
