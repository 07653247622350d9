import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from '@nats-io/transport-node';
import bareExpress from 'express';
import pg from 'pg';

/** Starts the front of a query's floor: express and one NATS hop to {@link answer}. */
export async function start(natsUrl: string): Promise<string> {
  const nc = await connect({ servers: natsUrl, noAsyncTraces: true });
  const app = bareExpress().disable('etag').disable('x-powered-by');
  app.get('/:rows', async (request, response) => {
    const answer = await nc.request(`floor.rows.${request.params.rows}`, request.get('x-user') ?? '');
    response.type('json').end(answer.data);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers by one indexed select of as many rows as the subject's last token says. */
export async function answer(natsUrl: string, databaseUrl: string): Promise<void> {
  const nc = await connect({ servers: natsUrl, noAsyncTraces: true });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  nc.subscribe('floor.rows.*', {
    queue: 'floor',
    callback: (_, message) => {
      const limit = message.subject.split('.')[2];
      const text = 'select * from floor.image where user_id = $1 order by created_at desc limit $2';
      const select = pool.query({ name: 'rows', text, values: [message.string(), limit] });
      void select.then(({ rows }) => message.respond(JSON.stringify({ images: rows })));
    },
  });
}
