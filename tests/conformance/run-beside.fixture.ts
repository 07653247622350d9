import { REPOSITORY_DIR, runProgram } from '@styling/local-servers/run-script';
import { startOwnStack } from '@styling/local-stack/own-stack.fixture.ts';

export type Run = Awaited<ReturnType<typeof runProgram>>;

export type Subject = {
  readonly apiUrl: string;
  run(...args: string[]): Promise<Run>;
  stop(): Promise<void>;
};

/** Starts a stack that fetches from this machine too, and the suite beside it. */
export async function startSubject(variables: Readonly<Record<string, string>> = {}): Promise<Subject> {
  const { apiUrl, dataDir, stop } = await startOwnStack({ ALLOW_PRIVATE_URLS: '1', ...variables });
  return { apiUrl, run: (...args) => run(dataDir, args), stop };
}

const run = (dataDir: string, args: readonly string[]): Promise<Run> =>
  runProgram('npm', ['run', '--silent', 'conformance', '--', ...args], {
    cwd: REPOSITORY_DIR,
    env: { ...process.env, STYLING_DATA_DIR: dataDir },
  });

/** The rows not run, and the lines of those that failed. */
export const remarks = ({ output }: Run) => ({
  notRun: [...output.matchAll(/^NOT RUN {2}(.+)$/gm)].map(([, name]) => String(name)),
  failed: output.split('\n').filter((line) => line.startsWith('  FAIL')),
});
