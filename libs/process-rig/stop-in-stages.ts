import { stopStages } from '@styling/contracts';

/** Stops processes stage after stage, as services declare it, those of one stage at once. */
export async function stopInStages<Running extends { readonly service: string }>(
  running: readonly Running[],
  stop: (one: Running) => Promise<unknown>,
): Promise<void> {
  for (const names of stopStages) {
    await Promise.all(running.filter(({ service }) => names.some((name) => name === service)).map(stop));
  }
}
