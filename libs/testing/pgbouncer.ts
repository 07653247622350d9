import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, runProgram, startProcess, waitUntil } from '@styling/local-servers';

/** Where Debian's package has it, which may not be on the PATH of a user. */
const COMMANDS = ['pgbouncer', '/usr/sbin/pgbouncer'];

/** The command of the installed PgBouncer; without one undefined, and a line on standard error says what is not tested. */
export async function findPgBouncer(untested: string): Promise<string | undefined> {
  for (const command of COMMANDS) {
    const found = await runProgram(command, ['--version'], { cwd: '/' }).catch(() => undefined);
    if (found?.code === 0) return command;
  }
  console.error(`NOT TESTED: ${untested}, as no pgbouncer is installed (Debian: apt-get install pgbouncer)`);
  return undefined;
}

/**
 * Starts PgBouncer in transaction mode before a Postgres, on a port of its own. @returns the address of the same database there
 *
 * @param command see {@link findPgBouncer}
 * @param settings of its section `pgbouncer`
 */
export async function startPgBouncer(
  command: string,
  postgresUrl: string,
  settings: Readonly<Record<string, string | number>> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'styling-pgbouncer-'));
  await chmod(folder, 0o755);
  const { hostname, port: postgresPort, username, password } = new URL(postgresUrl);
  const port = await freePort();
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    pool_mode: 'transaction',
    // Every client is the account of the address, without a password: only this machine reaches it.
    auth_type: 'any',
    max_client_conn: 200,
    ...settings,
  };
  const server = `* = host=${hostname} port=${postgresPort} user=${username} password=${password}`;
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, ['[databases]', server, '[pgbouncer]', ...lines, ''].join('\n'));
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const running = await startProcess({
    command,
    args: [...user, file],
    logFile: join(folder, 'log'),
    stopSignals: [['SIGTERM', 5_000]],
  });
  const isUp = () => running.exit() !== undefined || running.output().includes('process up');
  await waitUntil(isUp, { timeoutMs: 10_000 });
  if (running.exit()) throw new Error(`pgbouncer did not start: ${running.output()}`);
  const url = new URL(postgresUrl);
  url.port = String(port);
  return {
    url: url.href,
    async stop(): Promise<void> {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
