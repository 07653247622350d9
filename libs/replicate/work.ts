/** What a hosted model is asked by, besides the order itself. */
export type HostedWork = {
  /** Of the request: nothing is waited for any longer. */
  readonly deadline: Date;
  /** Aborted when this process leaves; whoever takes over goes on. */
  readonly signal: AbortSignal;
  /** Names of objects that begin with it are this work's own. They die with the request, and survive a crash. */
  readonly scratch: string;
};
