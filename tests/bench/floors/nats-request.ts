import { connect } from '@nats-io/transport-node';

/** Answers what comes, with the same bytes. */
export async function answer(natsUrl: string): Promise<void> {
  const nc = await connect({ servers: natsUrl, noAsyncTraces: true });
  nc.subscribe('floor.echo', { callback: (_, message) => void message.respond(message.data) });
}

/** Core request and reply between two processes, `window` at once. @returns round trips a second */
export async function measure(natsUrl: string, window: number, seconds: number): Promise<number> {
  const nc = await connect({ servers: natsUrl, noAsyncTraces: true });
  const end = performance.now() + seconds * 1000;
  let requests = 0;
  const one = async () => {
    for (; performance.now() < end; requests++) await nc.request('floor.echo', 'x'.repeat(200));
  };
  await Promise.all(Array.from({ length: window }, one));
  await nc.close();
  return requests / seconds;
}
