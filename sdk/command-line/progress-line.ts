import type { Job } from '../generated/types.gen.ts';

/** The status and progress of a job in one line. */
export function progressText({ job_id, status, progress }: Job): string {
  if (status !== 'running' || !progress) return `${job_id} ${status}`;
  return `${job_id} ${progress.stage.replaceAll('_', ' ')} ${Math.round(progress.fraction * 100)} %`;
}

/** Where progress goes. */
export type ProgressOutput = { write(text: string): void; readonly isTerminal: boolean };

/** Shows the progress of a job: on a terminal in a line that changes, elsewhere a line for each status. */
export function progressLine({ write, isTerminal }: ProgressOutput) {
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
