/**
 * Runs two functions at once. When one fails, the other is aborted by its signal and awaited.
 * @param signal aborts both
 * @throws the first error, or the signal's reason
 */
export async function together<First, Second>(
  signal: AbortSignal | undefined,
  first: (signal: AbortSignal) => Promise<First>,
  second: (signal: AbortSignal) => Promise<Second>,
): Promise<[First, Second]> {
  const failed = new AbortController();
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const both = [first(either), second(either)] as const;
  for (const one of both) one.catch((reason) => failed.abort(reason));
  await Promise.allSettled(both);
  signal?.throwIfAborted();
  failed.signal.throwIfAborted();
  return Promise.all(both);
}
