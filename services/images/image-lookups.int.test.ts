import { fileURLToPath } from 'node:url';
import { ask, publish } from '@styling/bus';
import { createEvent, getImage, imageDeleted, listImages } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import type { Running } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, startTestServers, type TestServers, testId, testTime } from '@styling/testing';
import { type Kysely, type KyselyPlugin, PostgresQueryCompiler } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findImages } from './image-queries.ts';
import { startImages } from './service.ts';
import type { ImagesTables } from './tables.ts';

let servers: TestServers;
let db: Kysely<ImagesTables>;
let images: Running;
const ids = { own: 1, foreign: 2, deleted: 3, expired: 4, missing: 5 } as const;
const idOf = (what: keyof typeof ids) => testId('img', ids[what]);
const ABSENT = ['foreign', 'deleted', 'expired', 'missing'] as const;

beforeAll(async () => {
  servers = await startTestServers();
  const { bus, postgres, store } = servers;
  db = connectDatabase({ url: postgres.url, schema: 'images', log: silentLogger() });
  await migrate(db, 'images', fileURLToPath(new URL('./migrations', import.meta.url)));
  images = await startImages({ bus, db, store, clock: () => testTime(), log: silentLogger() });
  await publish(bus, anImageCreated(ids.own));
  await publish(bus, anImageCreated(ids.foreign, { user_id: 'bob' }));
  await publish(bus, anImageCreated(ids.deleted));
  const deletion = { image_id: idOf('deleted'), user_id: 'alice', reason: 'erased' } as const;
  await publish(bus, createEvent(imageDeleted, '/services/images', testTime(), deletion));
  await publish(bus, anImageCreated(ids.expired, { expires_at: testTime('11:00:00.000').toISOString() }));
});
afterAll(async () => {
  await images.stop();
  await db.destroy();
  await servers.stop();
});

/** Notes the SQL of every statement. */
function recorder(): KyselyPlugin & { readonly statements: string[] } {
  const statements: string[] = [];
  return {
    statements,
    transformQuery({ node, queryId }) {
      statements.push(new PostgresQueryCompiler().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

describe('looking up an image', () => {
  it('finds the own one and none of those that are absent', async () => {
    const found = async (what: keyof typeof ids) =>
      (await ask(servers.bus, getImage, { user_id: 'alice', image_id: idOf(what) })).image?.image_id;
    expect(await found('own')).toBe(idOf('own'));
    for (const what of ABSENT) expect([what, await found(what)]).toEqual([what, undefined]);
  });

  it('takes the same single statement whether it is foreign, deleted, expired or missing, so that time tells nothing', async () => {
    const recorded: string[][] = [];
    for (const what of ABSENT) {
      const plugin = recorder();
      const asked = [{ user_id: 'alice', image_id: idOf(what) }];
      expect(await findImages(db.withPlugin(plugin), asked, testTime())).toMatchObject([{ value: null }]);
      recorded.push(plugin.statements);
    }
    expect(recorded[0]).toEqual([
      expect.stringMatching(/from image i\s+where i.image_id = asked.image_id and i.user_id = asked.user_id/),
    ]);
    for (const statements of recorded) expect(statements).toEqual(recorded[0]);
  });

  it('given a cursor in a year that Postgres does not know, refuses it', async () => {
    const cursor = Buffer.from(`0000-01-01T00:00:00.000Z ${idOf('own')}`).toString('base64url');
    const page = ask(servers.bus, listImages, { user_id: 'alice', limit: 1, cursor });
    await expect(page).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});
