import { ApiError, ConnectionError, StylingError, TimeoutError } from '../errors.ts';
import type { Job } from '../generated/types.gen.ts';
import { UsageError } from './command.ts';

/** Exit codes of the command line; after an interrupt the one that shells give to SIGINT. */
const exitCodes = { failed: 1, usage: 2, limit: 3, noResponse: 4, interrupted: 130 };

/** How an error ends the command line. @returns the exit code, and what is printed: text, or data as JSON */
export function reportError(error: unknown, interrupted: boolean): { code: number; text: string; data: object } {
  if (interrupted) return { code: exitCodes.interrupted, text: 'interrupted', data: { error: 'interrupted' } };
  const message = error instanceof Error ? error.message : String(error);
  const jobId = error instanceof StylingError ? error.jobId : undefined;
  const names = error instanceof ApiError ? [error.code, error.requestId].filter((name) => name !== undefined) : [];
  const details = error instanceof ApiError ? error.details : undefined;
  const reason = details === undefined ? message : `${message}: ${details}`;
  const lines = [
    names.length > 0 ? `${reason} (${names.join(', ')})` : reason,
    ...(error instanceof ApiError && error.dailyLimit ? [`the next day begins at ${error.dailyLimit.reset}`] : []),
    ...(jobId && error instanceof ConnectionError ? [`the job goes on: styling jobs response ${jobId}`] : []),
  ];
  return {
    code: codeOf(error),
    text: lines.join('\n'),
    data: {
      error: message,
      ...(details !== undefined && { details }),
      ...(error instanceof ApiError && { code: error.code, status: error.status, request_id: error.requestId }),
      ...(jobId && { job_id: jobId }),
    },
  };
}

function codeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  // Nothing is known of how the work ended.
  if (error instanceof ConnectionError || error instanceof TimeoutError) return exitCodes.noResponse;
  return error instanceof ApiError && error.status === 429 ? exitCodes.limit : exitCodes.failed;
}

/** Shows the progress of a job: on a terminal in a line that changes, elsewhere a line for each status. */
export function progressLine({ write, isTerminal }: { write(text: string): void; readonly isTerminal: boolean }) {
  let shown = '';
  return {
    show(job: Job): void {
      const text = isTerminal ? progressText(job) : `${job.job_id} ${job.status}`;
      if (text === shown) return;
      write(isTerminal ? `\r\x1b[K${text}` : `${text}\n`);
      shown = text;
    },
    /** Clears the line. */
    end(): void {
      if (isTerminal && shown !== '') write('\r\x1b[K');
      shown = '';
    },
  };
}

/** The status and progress of a job in one line. */
function progressText({ job_id, status, progress }: Job): string {
  if (status !== 'running' || !progress) return `${job_id} ${status}`;
  return `${job_id} ${progress.stage.replaceAll('_', ' ')} ${Math.round(progress.fraction * 100)} %`;
}
