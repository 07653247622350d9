let last: Promise<unknown> = Promise.resolve();

/** Does `work` when what was given before in this thread has ended, in order, whether or not it failed. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}
