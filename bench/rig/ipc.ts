/** What a parent asks of a child over their IPC channel, and what comes back. */
type Question = { readonly id: number; readonly ask: string; readonly args: readonly unknown[] };
export type Reply = { readonly id: number; readonly answer?: unknown; readonly error?: string };

/** The id under which a hosted module says, unasked, that it is loaded. */
export const LOADED = 0;

/** Answers those of the parent's questions that `handlers` has a name for; others may be answered elsewhere. */
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
    // The parent may be gone by now.
    if (process.connected) process.send?.(reply);
  });
}
