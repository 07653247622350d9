import { once } from 'node:events';
import { type Stack, type StackOptions, startStack } from './stack.ts';

/** One Ctrl-C can arrive twice: from the terminal, and forwarded by npm. */
const SAME_KEYSTROKE_MS = 1_000;

/**
 * Runs the local stack until SIGINT, SIGTERM, SIGHUP (the terminal was closed) or a failure; a second signal ends this
 * process, and its children with it. @returns 0 after a clean stop, even during the start; else 1
 */
export async function runStack(options: Omit<StackOptions, 'signal' | 'show'>): Promise<number> {
  const show = (line: string) => console.log(line);
  const stopping = new AbortController();
  const { signal } = stopping;
  let firstAt = 0;
  const receive = (name: NodeJS.Signals) => {
    if (signal.aborted && performance.now() - firstAt > SAME_KEYSTROKE_MS) process.exit(1);
    if (signal.aborted) return;
    firstAt = performance.now();
    show('stopping … (Ctrl-C again to force)');
    stopping.abort(new Error(`stopped by ${name}`));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, receive);
  const started = await startStack({ ...options, show, signal }).catch((error: Error) => error);
  if (started instanceof Error) {
    if (started !== signal.reason) console.error(started.message);
    return started === signal.reason ? 0 : 1;
  }
  show(welcome(started));
  const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  const failure = await Promise.race([stopped.then(() => undefined), started.failure]);
  if (failure) console.error(failure.message);
  await started.stop();
  if (!failure) show('stopped');
  return failure ? 1 : 0;
}

/** The lines printed once the stack is ready. */
function welcome({ apiUrl, addresses, demoKey, portalLink }: Stack): string {
  const body = `'{"selfie_base64":"%s","clothing_description":"%s","mode":"model_shot"}'`;
  const attempt = [
    `printf ${body} "$(base64 < docs/example/selfie.jpg | tr -d '\\n')" "a red wool sweater"`,
    `curl -s ${apiUrl}/try_on_outfit -H 'X-API-Key: ${demoKey}' -H 'Content-Type: application/json' --data-binary @-`,
  ].join(' | ');
  const rows = {
    portal: portalLink,
    API: apiUrl,
    'image store': addresses.IMAGE_STORE_URL,
    'demo key': demoKey,
    try: attempt,
  };
  return ['ready', ...Object.entries(rows).map(([name, value]) => `  ${name.padEnd(12)} ${value}`)].join('\n');
}
