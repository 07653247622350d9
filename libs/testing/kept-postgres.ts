import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectDatabase } from '@styling/database';
import { restartable, startPostgres } from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';
import { sql } from 'kysely';
import { keptDir, noticeChanges } from './kept-dir.ts';

/** Copies the cluster that was prepared for this run to `<dataDir>/postgres`, where a first start would make one. */
export async function copyPreparedCluster(dataDir: string): Promise<void> {
  const { STYLING_TEST_CLUSTER: prepared } = process.env;
  await mkdir(dataDir, { recursive: true });
  // Not by node, whose copy belongs to the user who copies.
  if (prepared) await promisify(execFile)('cp', ['-a', prepared, join(dataDir, 'postgres')]);
}

type Postgres = Awaited<ReturnType<typeof start>>;

/** Servers of this process that no test file uses now. */
const idle: Postgres[] = [];
let databases = 0;

/** Commits survive a killed Postgres, on which tests rely, but not a machine that loses power. */
const THROWN_AWAY = { fsync: 'off', full_page_writes: 'off' };

async function start() {
  const dataDir = await mkdtemp(join((await keptDir()) ?? tmpdir(), 'styling-test-'));
  // Postgres refuses to run as root: it runs as another user then, who needs access.
  await chmod(dataDir, 0o755);
  await copyPreparedCluster(dataDir);
  const settings = { dataDir: join(dataDir, 'postgres'), parameters: THROWN_AWAY };
  return { dataDir, server: await restartable('Postgres', startPostgres, settings) };
}

/**
 * A Postgres server with a new, empty database: one that an earlier file of this process has given back, else one that is started.
 * `stop` ends it; `giveBack` keeps it for the next file, unless this one stopped, killed or restarted it.
 */
export async function takePostgres() {
  const taken = idle.pop() ?? (await start());
  const { server, dataDir } = taken;
  const database = `test_${++databases}`;
  await administer(server.url, `create database ${database}`);
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  const { changing, isAsItWas } = noticeChanges();
  return {
    ...server,
    url: url.href,
    stop: changing(server.stop),
    kill: changing(server.kill),
    start: changing(server.start),
    async giveBack(): Promise<void> {
      const mayBeKept = isAsItWas() && (await keptDir()) && server.exit() === undefined;
      if (mayBeKept && (await isCleaned(server.url, database))) {
        idle.push(taken);
      } else {
        await server.stop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
}

/** Removes what a file left in the server, as far as that is possible. @returns whether that is all */
const isCleaned = (url: string, database: string): Promise<boolean> =>
  administer(
    url,
    `drop database ${database} with (force)`,
    'alter role current_user reset all',
    'alter system reset all',
    'select pg_reload_conf()',
    `do $$ declare role name; begin
      for role in select rolname from pg_roles where rolname !~ '^pg_' and rolname <> current_user loop
        execute format('drop role %I', role);
      end loop;
    end $$`,
  ).then(
    () => true,
    () => false,
  );

async function administer(url: string, ...statements: string[]): Promise<void> {
  const db = connectDatabase({ url, schema: 'public', log: silentLogger(), connections: 1 });
  try {
    for (const statement of statements) await sql.raw(statement).execute(db);
  } finally {
    await db.destroy();
  }
}
