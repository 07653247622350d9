import { createServer } from 'node:http';
import bareExpress from 'express';
import pg from 'pg';
import { listenOn } from './listen.ts';

/** A bare Node server. */
export const node = (): Promise<string> =>
  listenOn(
    createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    }),
  );

/** express 5 without the headers that cost time. */
export function express(): Promise<string> {
  const app = bareExpress().disable('etag').disable('x-powered-by');
  app.get('/', (_, response) => void response.json({ status: 'ok' }));
  return listenOn(createServer(app));
}

/** The same with one indexed select. */
export function select(databaseUrl: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const app = bareExpress().disable('etag').disable('x-powered-by');
  app.get('/', async (request, response) => {
    const text = 'select user_id, used from floor.account where user_id = $1';
    const { rows } = await pool.query({ name: 'account', text, values: [request.get('x-user')] });
    response.json(rows[0]);
  });
  return listenOn(createServer(app));
}
