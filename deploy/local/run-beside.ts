import { spawn } from 'node:child_process';
import { stackSettings } from './settings.ts';
import { readStackFile } from './stack-file.ts';

/**
 * Runs a script beside the running local stack, with the stack's addresses in its environment. Variables that are set
 * already win, so that the same command works on any deployment.
 *
 * @returns the script's exit code; 1, after one line on standard error, when there is nothing to run beside
 */
export async function runBeside(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const stack = await readStackFile(stackSettings(environment).dataDir);
  if (!stack && !(environment.NATS_URL && environment.DATABASE_URL)) {
    console.error('nothing runs here: start the stack with "npm start", or set NATS_URL and DATABASE_URL');
    return 1;
  }
  const addresses = stack && {
    NATS_URL: stack.nats_url,
    // For that server, and for no other.
    ...(stack.nats_nkey_file && !environment.NATS_URL ? { NATS_NKEY_FILE: stack.nats_nkey_file } : {}),
    DATABASE_URL: stack.database_url,
    S3_ENDPOINT: stack.s3_endpoint,
    S3_BUCKET: stack.s3_bucket,
  };
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit', env: { ...addresses, ...environment } });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
