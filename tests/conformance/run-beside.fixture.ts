import { REPOSITORY_DIR, runProgram } from '@styling/local-servers/run-script';
import { startOwnStack } from '@styling/local-stack/own-stack.fixture.ts';

/** What a run of the suite came to. */
export type Run = Awaited<ReturnType<typeof runProgram>>;

/** A stack of its own, and the suite as its users run it beside that stack. */
export type Subject = {
  readonly apiUrl: string;
  run(...args: string[]): Promise<Run>;
  stop(): Promise<void>;
};

/** Starts a stack that fetches from this machine too, with these variables besides. */
export async function startSubject(variables: Readonly<Record<string, string>> = {}): Promise<Subject> {
  const { apiUrl, dataDir, stop } = await startOwnStack({ ALLOW_PRIVATE_URLS: '1', ...variables });
  return { apiUrl, run: (...args) => run(dataDir, args), stop };
}

const run = (dataDir: string, args: readonly string[]): Promise<Run> =>
  runProgram('npm', ['run', '--silent', 'conformance', '--', ...args], {
    cwd: REPOSITORY_DIR,
    env: { ...process.env, STYLING_DATA_DIR: dataDir },
  });

/** The rows that a run names as not run, and the lines of those that failed. */
export const remarks = ({ output }: Run) => ({
  notRun: [...output.matchAll(/^NOT RUN {2}(.+)$/gm)].map(([, name]) => String(name)),
  failed: output.split('\n').filter((line) => line.startsWith('  FAIL')),
});
