import { once } from 'node:events';
import { type Stack, type StackOptions, startStack } from './stack.ts';

/** Runs the local stack until a signal or a failure. @returns 0 after a clean stop, even during the start; else 1 */
export async function runStack(
  options: Omit<StackOptions, 'signal' | 'force'> & { complain: (line: string) => void },
  { stop, force }: ShutdownSignals,
): Promise<number> {
  const { show, complain } = options;
  stop.addEventListener('abort', () => show('stopping … (Ctrl-C again to force)'));
  const started = await startStack({ ...options, signal: stop, force }).catch((error: Error) => error);
  if (started instanceof Error) {
    if (started !== stop.reason) complain(started.message);
    return started === stop.reason && !force.aborted ? 0 : 1;
  }
  show(welcome(started));
  const stopped = stop.aborted ? Promise.resolve() : once(stop, 'abort');
  const failure = await Promise.race([stopped.then(() => undefined), started.failure]);
  if (failure) complain(failure.message);
  await started.stop();
  if (!failure) show('stopped');
  return failure || force.aborted ? 1 : 0;
}

/** The lines printed once the stack is ready. */
export function welcome({
  apiUrl,
  imageStoreUrl,
  demoKey,
  portalLink,
}: Pick<Stack, 'apiUrl' | 'imageStoreUrl' | 'demoKey' | 'portalLink'>): string {
  const body = `'{"selfie_base64":"%s","clothing_description":"%s","mode":"model_shot"}'`;
  const attempt = [
    `printf ${body} "$(base64 < docs/example/selfie.jpg | tr -d '\\n')" "a red wool sweater"`,
    `curl -s ${apiUrl}/try_on_outfit -H 'X-API-Key: ${demoKey}' -H 'Content-Type: application/json' --data-binary @-`,
  ].join(' | ');
  const rows = { portal: portalLink, API: apiUrl, 'image store': imageStoreUrl, 'demo key': demoKey, try: attempt };
  return ['ready', ...Object.entries(rows).map(([name, value]) => `  ${name.padEnd(12)} ${value}`)].join('\n');
}

/** `stop` is aborted by the first request to shut down: stop in order; `force` by a later one: stop at once. */
export type ShutdownSignals = { readonly stop: AbortSignal; readonly force: AbortSignal };
