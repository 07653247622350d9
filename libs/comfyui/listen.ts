import { z } from 'zod';

const message = z.object({
  type: z.string(),
  data: z.object({
    node: z.string().nullish(),
    value: z.number().optional(),
    max: z.number().positive().optional(),
  }),
});
const ENDS: readonly string[] = ['execution_success', 'execution_error', 'execution_interrupted'];

export type Listener = {
  /** How far the node is that runs, 0 to 1. */
  onProgress(fraction: number): void;
  /** The prompt has ended; its history says how. */
  onEnd(): void;
};

/**
 * Listens to what a server sends about one prompt over a web socket. Nothing depends on it: it is not connected again, and
 * the wait for the prompt polls for it besides.
 *
 * @param url with the client's id, see `ComfyApi`
 * @returns closes the socket
 */
export function listen(url: string, { onProgress, onEnd }: Listener): () => void {
  const socket = new WebSocket(url);
  // Previews of the picture come as binary messages.
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('error', () => {});
  socket.addEventListener('message', ({ data: text }) => {
    const message = typeof text === 'string' ? parse(text) : undefined;
    if (!message) return;
    const { type, data } = message;
    if (ENDS.includes(type) || (type === 'executing' && data.node === null)) onEnd();
    if (type === 'progress' && data.value !== undefined && data.max) onProgress(Math.min(1, data.value / data.max));
  });
  return () => socket.close();
}

function parse(text: string) {
  try {
    return message.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
