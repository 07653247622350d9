import { enableCompileCache } from 'node:module';
import { compileCacheDir, REPOSITORY_DIR } from '@styling/local-servers/run-script';
import { stackSettings } from './settings.ts';

// The terminal may be closed before this process ends.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  // Applies to imports from here on.
  enableCompileCache(compileCacheDir(REPOSITORY_DIR));
  const { runStack } = await import('./run-stack.ts');
  process.exit(await runStack(stackSettings(process.env)));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
