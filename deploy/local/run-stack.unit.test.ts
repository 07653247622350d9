import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { welcome } from './run-stack.ts';
import { shutdownSignals } from './shutdown-signals.ts';

test('given a stack that runs, then ready is a line of its own, followed by addresses, key, and a command to try', () => {
  const shown = welcome({
    apiUrl: 'http://localhost:8080',
    imageStoreUrl: 'http://localhost:9000/styling',
    demoKey: 'key',
    portalLink: 'http://localhost:8080/portal/sign-in#token=secret',
  });
  expect(shown).toBe(`ready
  portal       http://localhost:8080/portal/sign-in#token=secret
  API          http://localhost:8080
  image store  http://localhost:9000/styling
  demo key     key
  try          printf '{"selfie_base64":"%s","clothing_description":"%s","mode":"model_shot"}' "$(base64 < docs/example/selfie.jpg | tr -d '\\n')" "a red wool sweater" | curl -s http://localhost:8080/try_on_outfit -H 'X-API-Key: key' -H 'Content-Type: application/json' --data-binary @-`);
});

test.each<[string, ...[signal: NodeJS.Signals, at: number][]]>([
  ['stop', ['SIGINT', 5]],
  ['stop', ['SIGTERM', 5]],
  ['stop', ['SIGHUP', 5]],
  // The same Ctrl-C from the terminal and from npm.
  ['stop', ['SIGINT', 5], ['SIGINT', 9]],
  ['force', ['SIGINT', 5], ['SIGTERM', 2_000]],
])('requests a %s by %j %j', (request, ...received) => {
  const source = new EventEmitter();
  let time = 0;
  const { stop, force } = shutdownSignals(source, () => time);
  expect(stop.aborted).toBe(false);
  for (const [signal, at] of received) {
    time = at;
    source.emit(signal);
  }
  expect([stop.aborted, force.aborted]).toEqual([true, request === 'force']);
});
