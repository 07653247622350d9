import { openEngine } from './engine.ts';
import type { EngineOptions } from './variables.ts';

/** Checks selfies before they are sent to a paid model. */
export type SelfieCheck = {
  /**
   * @returns whether it was checked
   * @throws ServiceError `no_person`, `several_people`, `not_an_image`, `bad_image_size`; all of `selfie_base64`
   */
  check(selfie: Uint8Array, signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * Opens the check configured by SELFIE_CHECK: the embedded detectors in one thread (a tenth of a second per selfie), or
 * none, which accepts all selfies.
 */
export async function openSelfieCheck(by: 'ondevice' | 'off', options: EngineOptions = {}): Promise<SelfieCheck> {
  if (by === 'off') return { check: async () => false, close: async () => {} };
  const engine = await openEngine({ ...options, threads: 1 });
  return { check: engine.checkSelfie, close: engine.close };
}
