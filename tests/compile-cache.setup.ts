import { compileCacheDir, REPOSITORY_DIR } from '@styling/local-servers/run-script';

/** Has Node keep what it compiles, for all processes of the run: most of them load the same packages. */
export default function keepCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE ??= compileCacheDir(REPOSITORY_DIR);
}
