import { enableCompileCache } from 'node:module';
import { compileCacheDir, REPOSITORY_DIR } from '@styling/local-servers/run-script';
import { stackSettings } from './settings.ts';
import { shutdownSignals } from './shutdown-signals.ts';

const FORCED_STOP_WITHIN_MS = 5_000;

// The terminal may be closed before this process ends.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const signals = shutdownSignals(process, () => performance.now());
signals.force.addEventListener('abort', () => setTimeout(() => process.exit(1), FORCED_STOP_WITHIN_MS).unref());
const io = { show: (line: string) => console.log(line), complain: (line: string) => console.error(line) };
try {
  // Applies to imports from here on.
  enableCompileCache(compileCacheDir(REPOSITORY_DIR));
  const { runStack } = await import('./run-stack.ts');
  process.exit(await runStack({ ...stackSettings(process.env), ...io }, signals));
} catch (error) {
  io.complain((error as Error).message);
  process.exit(1);
}
