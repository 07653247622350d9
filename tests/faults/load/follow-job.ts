/** One event of a job: its id, and the state in it. */
type JobEvent = { readonly id: string; readonly status: string };

/** An event stream as its client sees it. */
export type FollowedJob = {
  /** Those that have arrived. */
  readonly events: readonly JobEvent[];
  /** Resolves when it has ended; whole unless the connection broke. Status 0 without an answer. */
  readonly ended: Promise<{ readonly status: number; readonly isWhole: boolean }>;
};

/** Follows the events of a job from behind `lastId`, until the stream ends. */
export function followJob(url: string, key: string, id: string, lastId?: string): FollowedJob {
  const events: JobEvent[] = [];
  const follow = async () => {
    let status = 0;
    try {
      const response = await fetch(`${url}/jobs/${id}/events`, {
        headers: { 'x-api-key': key, ...(lastId !== undefined && { 'last-event-id': lastId }) },
      });
      status = response.status;
      let text = '';
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        events.push(...blocks.flatMap(readEvent));
      }
      return { status, isWhole: true };
    } catch {
      return { status, isWhole: false };
    }
  };
  return { events, ended: follow() };
}

function readEvent(block: string): JobEvent[] {
  const [, id, data] = /^event: job\nid: (.*)\ndata: (.*)$/.exec(block) ?? [];
  return id !== undefined && data !== undefined ? [{ id, status: String(JSON.parse(data).status) }] : [];
}
