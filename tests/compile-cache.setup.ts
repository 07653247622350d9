import { compileCacheDir, REPOSITORY_DIR } from '@styling/local-servers/run-script';

/** Shares Node's compile cache among all processes of the run. */
export default function keepCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE ??= compileCacheDir(REPOSITORY_DIR);
}
