import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * The command line of a living process, its arguments joined by single spaces, or undefined when there is no such
 * process (a zombie counts as gone). Reads `/proc` where there is one, asks `ps` elsewhere (macOS).
 */
export async function commandLineOf(pid: number, platform: string = process.platform): Promise<string | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (platform === 'linux') {
    const bytes = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return bytes.replaceAll('\0', ' ').trim() || undefined;
  }
  const columns = ['-ww', '-o', 'stat=', '-o', 'command=', '-p', String(pid)];
  const { stdout } = await promisify(execFile)('ps', columns).catch(() => ({ stdout: '' }));
  const [, state = '', command = ''] = /^\s*(\S+)\s+(.*)$/s.exec(stdout) ?? [];
  return state.startsWith('Z') ? undefined : command.trim() || undefined;
}
