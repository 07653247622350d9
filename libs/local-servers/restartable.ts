import type { Exit } from './start-process.ts';

/** A server that keeps its address and its data over any end. */
export type Server<Settings> = {
  /** As the user knows it, e.g. `Postgres`. */
  readonly name: string;
  readonly url: string;
  /** Resolves when its first process has ended; never for a server that is no process of its own. */
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
  /** SIGKILL, where it is a process of its own. */
  kill(): Promise<void>;
  /** Starts it again after {@link Server.stop} or {@link Server.kill}, with other settings if they are given. */
  start(changes?: Partial<Settings>): Promise<void>;
};

type Started = {
  readonly url: string;
  readonly port: number;
  readonly exited?: Promise<Exit>;
  stop(): Promise<unknown>;
  kill?(): Promise<void>;
};

const never = new Promise<never>(() => undefined);

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
  const { url, port, exited = never } = running;
  let current: Settings = { ...settings, port };
  const stop = async () => void (await running.stop());
  return {
    ...{ name, url, exited, stop },
    kill: () => (running.kill ?? stop)(),
    async start(changes) {
      current = { ...current, ...changes };
      running = await start(current);
    },
  };
}

/** A server of the user's own: it is neither started nor stopped. */
export const ownServer = <Settings>(name: string, url: string): Promise<Server<Settings>> =>
  restartable(name, async () => ({ url, port: 0, stop: async () => undefined }), {});
