/** The conditions under which a hosted model runs, apart from the order itself. */
export type HostedWork = {
  /** Deadline of the request; the prediction is cancelled then. */
  readonly deadline: Date;
  /** Aborted when this process shuts down; the next worker resumes the prediction. */
  readonly signal: AbortSignal;
  /** Prefix of the objects that hold this work's checkpoint state. They survive a crash and are deleted with the request. */
  readonly checkpointPrefix: string;
};
