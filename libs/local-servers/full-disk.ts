import { statfs } from 'node:fs/promises';
import { repeat, settledWithin } from '@styling/service';
import type { Server } from './servers.ts';

/** Bytes; below, a write may have failed. */
const FULL_BELOW = 8e6;
/** Bytes: four segments of the write-ahead log of Postgres. */
const ROOM = 64e6;
const UNANSWERED = 5;
const ANSWER_WITHIN_MS = 2_000;
const EVERY_MS = 1_000;

/** Bytes that an unprivileged user may still write on the disk of `folder`. @throws Error when it does not exist */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Restarts a server that a full disk has ended or left stuck, once there is room again.
 * @param options.ask for a server that may hang or refuse writes for good after a full disk (nats-server 2.9, and from
 * 2.14 on): it is restarted after every full disk, and when it does not answer
 * @returns `failure` resolves when it has ended otherwise; `stop` waits for a restart that runs
 */
export function restartAfterFullDisk(
  server: Pick<Server<never>, 'name' | 'exit' | 'stop' | 'kill' | 'start'>,
  options: {
    readonly dataDir: string;
    readonly ask?: (() => Promise<unknown>) | undefined;
    readonly notify: (line: string) => void;
    readonly everyMs?: number;
  },
) {
  const { dataDir, ask, notify, everyMs = EVERY_MS } = options;
  const { name } = server;
  const { promise: failure, resolve: fail } = Promise.withResolvers<Error>();
  let isStopping = false;
  let wasFull = false;
  let unanswered = 0;
  let startFailure: Error | undefined;
  let lastLine = '';
  const report = (line: string) => {
    if (line !== lastLine) notify(line);
    lastLine = line;
  };
  const answers = async () => {
    if (!ask) return true;
    const answer = ask().then(
      () => true,
      () => false,
    );
    return (await settledWithin(answer, ANSWER_WITHIN_MS)) && answer;
  };
  const restart = async () => {
    report(`restarting ${name}: ${wasFull ? 'its disk was full' : 'it does not answer'}`);
    // A hanging server would use up its time to stop.
    await ((await answers()) ? server.stop() : server.kill());
    if (isStopping) return;
    try {
      await server.start();
      [wasFull, unanswered, startFailure] = [false, 0, undefined];
      report(`${name} runs again`);
    } catch (error) {
      startFailure = error as Error;
      report(startFailure.message);
    }
  };
  const look = async () => {
    // First: what ended it is seen on the disk afterwards.
    const exit = server.exit();
    const free = await freeBytes(dataDir);
    wasFull ||= free < FULL_BELOW;
    if (!wasFull && !startFailure) unanswered = (await answers()) ? 0 : unanswered + 1;
    const isDown = exit !== undefined || startFailure !== undefined;
    if (isDown && !wasFull) {
      fail(startFailure ?? new Error(`${name} ended (${exit?.signal ?? `exit code ${exit?.code}`})`));
    } else if (isDown || (ask && wasFull) || unanswered >= UNANSWERED) {
      if (free >= ROOM) return restart();
      const [left, needed] = [free, ROOM].map((bytes) => `${Math.round(bytes / 1e6)} MB`);
      report(`the disk of ${name} is full (${left} free): restarting it once ${needed} are free`);
    }
  };
  const looking = repeat(everyMs, look, (error) => report(`watching ${name} failed: ${(error as Error).message}`));
  return {
    failure,
    async stop() {
      isStopping = true;
      await looking.stop();
    },
  };
}
