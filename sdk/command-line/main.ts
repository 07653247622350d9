#!/usr/bin/env node
import { createRequire } from 'node:module';
import { runCommandLine } from './run-command-line.ts';

const { version } = createRequire(import.meta.url)('@styling/client/package.json');
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // A second one ends the process at once.
  process.once(signal, () => interrupt.abort());
}
// `styling images | head` is done when head is.
process.stdout.on('error', () => process.exit());

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  version,
  input: () => process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY ?? false,
  signal: interrupt.signal,
});
