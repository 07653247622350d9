import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import pg from 'pg';
import { listenOn } from '../floors/listen.ts';

/**
 * A simpler design for one machine: one process, a queue in memory, Postgres for users and images, the disk for pictures.
 * A crash loses the queue and leaves the counts wrong.
 */
export async function start(databaseUrl: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const pictures = await mkdtemp(join(tmpdir(), 'styling-bench-peer-'));
  process.once('exit', () => rmSync(pictures, { recursive: true, force: true }));
  const queue: (() => Promise<void>)[] = [];
  let running = 0;
  const next = () => {
    for (; running < 64 && queue.length > 0; running++) {
      void queue
        .shift()?.()
        .finally(() => {
          running--;
          next();
        });
    }
  };

  const app = express()
    .disable('etag')
    .disable('x-powered-by')
    .use(express.json({ limit: '20mb' }));
  app.post('/try_on_outfit', async (request, response) => {
    const user = request.get('x-user');
    const admit = 'update floor.account set used = used + 1 where user_id = $1 returning used';
    const { rows } = await pool.query({ name: 'admit', text: admit, values: [user] });
    if (rows.length === 0) return void response.status(403).json({ error: 'Invalid API key' });
    const selfie = Buffer.from(request.body.selfie_base64, 'base64');
    const image_id = `img_${randomUUID()}`;
    await new Promise<void>((done, failed) => {
      queue.push(async () => {
        try {
          const object = join(pictures, image_id);
          await writeFile(object, selfie);
          const insert = `insert into floor.image
            values ($1, $2, $3, 'image/jpeg', 'try-on', '/try_on_outfit', now(), false)`;
          await pool.query({ name: 'insert', text: insert, values: [image_id, user, object] });
          done();
        } catch (error) {
          failed(error);
        }
      });
      next();
    });
    response.json({ image_url: `/pictures/${image_id}`, image_id, mime_type: 'image/jpeg' });
  });
  app.get('/images', async (request, response) => {
    const user = request.get('x-user');
    const account = 'select used from floor.account where user_id = $1';
    const { rowCount } = await pool.query({ name: 'account', text: account, values: [user] });
    if (rowCount === 0) return void response.status(403).json({ error: 'Invalid API key' });
    const text = 'select * from floor.image where user_id = $1 order by created_at desc, image_id desc limit 20';
    const { rows } = await pool.query({ name: 'images', text, values: [user] });
    response.json({ images: rows });
  });
  return listenOn(createServer(app));
}
