import { rename } from 'node:fs/promises';
import { type Exit, startProcess, waitUntil } from '@styling/local-servers';
import { isWorthShowing, lastError, parseLogLine } from './log-line.ts';
import type { ServiceSpec } from './service-spec.ts';

/** A service that was started. */
export type ServiceProcess = Awaited<ReturnType<typeof startServiceProcess>>;

const POLL_MS = 100;

/**
 * Starts a service. When this process ends, for whatever reason, the service stops by itself.
 * @param options.logFile receives all its output; the file of the run before is kept as `.previous`
 * @param options.show called with what is worth showing of its output, and with the name of the service in front
 * @throws Error when the command cannot be executed at all
 */
export async function startServiceProcess(
  { name, command, args, env, cwd, readyUrl }: ServiceSpec,
  { logFile, show }: { logFile: string; show?: (line: string) => void },
) {
  await rename(logFile, `${logFile}.previous`).catch(() => undefined);
  const onLine = (line: string) => {
    const parsed = parseLogLine(line);
    if (isWorthShowing(parsed)) show?.(`${name} | ${parsed.message}`);
  };
  const running = await startProcess({
    command,
    args,
    env,
    logFile,
    ipc: true,
    stopSignals: [],
    ...(cwd ? { cwd } : {}),
    ...(show ? { onLine } : {}),
  });
  const lastErrorLine = () => lastError(running.output());
  const failureOf = ({ code, signal }: Exit) =>
    new Error(`${name} ended (${signal ?? `exit code ${code}`}): ${lastErrorLine()}`);
  return {
    ...running,
    name,
    command,
    args,
    /** The line of its output that best explains its end. */
    lastError: lastErrorLine,
    /** Resolves when it has ended, with one line that says how and why. */
    failure: running.exited.then(failureOf),
    /**
     * Resolves when it is ready, or says why it is not: then an operator has to do something, beside the running system.
     * @throws Error of one line when it ends before that or takes longer than `withinMs`; the reason of `signal`
     */
    async ready(withinMs: number, signal?: AbortSignal): Promise<void> {
      let status: number | undefined;
      const isReady = async () => {
        signal?.throwIfAborted();
        const exit = running.exit();
        if (exit) throw failureOf(exit);
        const answer = await answerOf(readyUrl);
        status = answer?.status;
        if (status === 503 && answer?.text) show?.(`${name} | not ready: ${answer.text}`);
        return status === 200 || (status === 503 && answer?.text !== '');
      };
      if (await waitUntil(isReady, { timeoutMs: withinMs, everyMs: POLL_MS })) return;
      throw new Error(`${name} is not ready after ${withinMs / 1000} s (${status ? `status ${status}` : 'no answer'})`);
    },
    /** Sends SIGTERM, and SIGKILL when it has not ended `graceMs` later. Never rejects. */
    async stop(graceMs: number): Promise<void> {
      if (!(await running.stop([['SIGTERM', graceMs]])))
        show?.(`${name} did not stop within ${graceMs / 1000} s: killed`);
    },
  };
}

/** The status that `url` answers with, undefined when it does not answer. */
export const statusOf = async (url: string): Promise<number | undefined> => (await answerOf(url))?.status;

async function answerOf(url: string) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    return { status: response.status, text: (await response.text()).trim() };
  } catch {
    return undefined;
  }
}
