/** Requests of a parent to a child over their IPC channel, and replies. */
type Question = { readonly id: number; readonly ask: string; readonly args: readonly unknown[] };
export type Reply = { readonly id: number; readonly answer?: unknown; readonly error?: string };

/** The id of the message by which a hosted module reports that it is loaded. */
export const LOADED = 0;

/** Answers the parent's requests that `handlers` has a name for; others may be answered elsewhere. */
export function answerParent(handlers: Readonly<Record<string, (...args: never[]) => unknown>>): void {
  process.on('message', async ({ id, ask, args }: Question) => {
    const handler = handlers[ask];
    if (!handler) return;
    let reply: Reply;
    try {
      reply = { id, answer: await handler(...(args as never[])) };
    } catch (error) {
      reply = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    // The parent may have ended.
    if (process.connected) process.send?.(reply);
  });
}
