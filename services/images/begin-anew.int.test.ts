import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, publish } from '@styling/bus';
import { listImages } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, startTestServers } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { startImages } from './service.ts';
import type { ImagesTables } from './tables.ts';

const migrationFolder = fileURLToPath(new URL('./migrations', import.meta.url));

it('given records of the first shape, when the tables are brought up to date, then they come anew from the log', async () => {
  const servers = await startTestServers();
  const { bus, store } = servers;
  const log = silentLogger();
  const db: Kysely<ImagesTables> = connectDatabase({ url: servers.postgres.url, schema: 'images', log });
  await db.schema.createSchema('images').execute();
  const provider = new FileMigrationProvider({ fs, path, migrationFolder });
  const first = new Migrator({ db, migrationTableSchema: 'images', provider });
  expect((await first.migrateTo('0001-images')).error).toBeUndefined();
  const event = anImageCreated(1, { persistent: true, expires_at: null });
  const { seq } = await publish(bus, event);
  await sql`insert into checkpoint (name, seq) values ('images', ${seq})`.execute(db);

  expect(await migrate(db, 'images', migrationFolder)).toEqual(['0002-erasure']);
  const images = await startImages({ bus, db, store, clock: () => new Date(), log });
  const { images: listed } = await ask(bus, listImages, { user_id: 'alice', limit: 10, cursor: null });
  expect(listed.map(({ image_id }) => image_id)).toEqual([event.data.image_id]);
  await images.stop();
  await db.destroy();
  await servers.stop();
});
