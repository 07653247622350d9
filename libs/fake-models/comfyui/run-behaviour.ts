/** How the stand-in runs one prompt. Anything left out succeeds at once. */
export type RunBehaviour = {
  /** Its duration, in ms, in steps that are sent over the web socket. */
  readonly takesMs?: number;
  /** Runs until it is interrupted, or `release` is called. */
  readonly holds?: boolean;
  /** Fails in the sampler with this exception. */
  readonly throws?: { readonly type: string; readonly message: string };
  /** The bytes of the picture in place of those made. */
  readonly saves?: Uint8Array;
  /** Finishes without a picture. */
  readonly savesNothing?: boolean;
};

/** Runs until it is interrupted or released. */
export const held = (): RunBehaviour => ({ holds: true });
/** Fails as a GPU without enough memory. */
export const outOfMemory = (): RunBehaviour => ({
  throws: { type: 'torch.OutOfMemoryError', message: 'Allocation on device 0 would exceed allowed memory.' },
});
/** Fails with a message that quotes its inputs, as nodes do. */
export const brokenNode = (quoting: string): RunBehaviour => ({
  throws: { type: 'RuntimeError', message: `cannot encode: ${quoting}` },
});
