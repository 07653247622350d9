import type { Exit } from './start-process.ts';

/** A server that keeps its address and its data over any end. */
export type Server<Settings> = {
  /** Name that the user knows, e.g. `Postgres`. */
  readonly name: string;
  readonly url: string;
  /** Exit of its process, if it ended without being stopped or killed; undefined otherwise, and for a server that has no process. */
  exit(): Exit | undefined;
  stop(): Promise<void>;
  /** SIGKILL, where it is a process of its own. */
  kill(): Promise<void>;
  /** Starts it again after {@link Server.stop} or {@link Server.kill}, with other settings if they are given. */
  start(changes?: Partial<Settings>): Promise<void>;
};

type Started = {
  readonly url: string;
  readonly port: number;
  exit?(): Exit | undefined;
  stop(): Promise<unknown>;
  kill?(): Promise<void>;
};

/**
 * Starts a server so that it can be started again on the same port.
 * @throws Error of `start`
 */
export async function restartable<Settings extends { port?: number }>(
  name: string,
  start: (settings: Settings) => Promise<Started>,
  settings: Settings,
): Promise<Server<Settings>> {
  let running = await start(settings);
  let isWanted = true;
  const { url, port } = running;
  let current: Settings = { ...settings, port };
  const end = async (by: () => Promise<unknown>) => {
    isWanted = false;
    await by();
  };
  return {
    name,
    url,
    exit: () => (isWanted ? running.exit?.() : undefined),
    stop: () => end(() => running.stop()),
    kill: () => end(() => (running.kill ?? running.stop)()),
    async start(changes) {
      current = { ...current, ...changes };
      running = await start(current);
      isWanted = true;
    },
  };
}

/** A server of the user's own: it is neither started nor stopped. */
export const ownServer = <Settings>(name: string, url: string): Promise<Server<Settings>> =>
  restartable(name, async () => ({ url, port: 0, stop: async () => undefined }), {});
