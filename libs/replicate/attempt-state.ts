/** Where the attempts of a request are, as it is kept for the next worker. */
export type AttemptState = {
  /** Counts from 0. */
  readonly attempt: number;
  /**
   * `free`: its create was not sent. `creating`: it may have been, so that a prediction with an unknown id may exist.
   * `created`: the prediction is known. `counted`: it is final, and was reported.
   */
  readonly phase: 'free' | 'creating' | 'created' | 'counted';
  /** Id of a known prediction. */
  readonly id?: string;
};

/** Encodes a state for a checkpoint: `2`, `2/`, `2/<id>`, `2/<id>/counted`. */
export function toCheckpoint({ attempt, phase, id = '' }: AttemptState): string {
  if (phase === 'free') return String(attempt);
  const known = `${attempt}/${id}`;
  return phase === 'counted' ? `${known}/counted` : known;
}

/** Decodes what {@link toCheckpoint} wrote; the first attempt, unsent, for anything else. */
export function fromCheckpoint(saved: string | null): AttemptState {
  const [, attempt, known, id, counted] = /^(\d{1,3})(\/([\w.-]*)(\/counted)?)?$/.exec(saved ?? '') ?? [];
  if (attempt === undefined) return { attempt: 0, phase: 'free' };
  if (known === undefined) return { attempt: Number(attempt), phase: 'free' };
  if (!id) return { attempt: Number(attempt), phase: 'creating' };
  return { attempt: Number(attempt), phase: counted ? 'counted' : 'created', id };
}
