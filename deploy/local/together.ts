/**
 * Does two things at once. When one fails the other is given up by its signal, and waited for.
 * @param signal gives up both
 * @throws what failed first, or the signal's reason
 */
export async function together<First, Second>(
  signal: AbortSignal | undefined,
  first: (signal: AbortSignal) => Promise<First>,
  second: (signal: AbortSignal) => Promise<Second>,
): Promise<[First, Second]> {
  const failed = new AbortController();
  const enough = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const both = [first(enough), second(enough)] as const;
  for (const one of both) one.catch((reason) => failed.abort(reason));
  await Promise.allSettled(both);
  signal?.throwIfAborted();
  failed.signal.throwIfAborted();
  return Promise.all(both);
}
