import { createServer } from 'node:http';
import express from 'express';
import pg from 'pg';
import { listenOn } from './listen.ts';

/** One indexed select behind express. */
export function start(databaseUrl: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const app = express().disable('etag').disable('x-powered-by');
  app.get('/', async (request, response) => {
    const text = 'select user_id, used from floor.account where user_id = $1';
    const { rows } = await pool.query({ name: 'account', text, values: [request.get('x-user')] });
    response.json(rows[0]);
  });
  return listenOn(createServer(app));
}
