import { ApiError, ConnectionError, StylingError, TimeoutError } from '../errors.ts';
import { UsageError } from './command.ts';

/** Exit codes of the command line; after an interrupt the one that shells give to SIGINT. */
export const exitCodes = { failed: 1, usage: 2, limit: 3, noResponse: 4, interrupted: 130 } as const;

/** What is printed of an error, and the exit code. */
export type ReportedError = { readonly code: number; readonly text: string; readonly data: object };

/** How an error ends the command line. */
export function reportError(error: unknown, interrupted: boolean): ReportedError {
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

/** Whether nothing is known of how the work ended. */
const isUnknown = (error: unknown) => error instanceof ConnectionError || error instanceof TimeoutError;

function codeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (isUnknown(error)) return exitCodes.noResponse;
  return error instanceof ApiError && error.status === 429 ? exitCodes.limit : exitCodes.failed;
}
