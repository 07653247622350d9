import { createServer } from 'node:http';
import express from 'express';
import { listenOn } from './listen.ts';

/** express 5 as it comes, without the headers that cost. */
export function start(): Promise<string> {
  const app = express().disable('etag').disable('x-powered-by');
  app.get('/', (_, response) => {
    response.json({ status: 'ok' });
  });
  return listenOn(createServer(app));
}
