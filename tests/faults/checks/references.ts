import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY_DIR } from '@styling/local-servers/run-script';

/** A check that `npm test` runs, on the same real servers. */
export type Reference = { readonly id: string; readonly name: string; readonly file: string; readonly title: string };

/** Checks that are not repeated here. */
export const references: readonly Reference[] = [
  {
    id: '7',
    name: 'projector restarts in the middle of everything: no event skipped',
    file: 'libs/projections/projections.int.test.ts',
    title:
      'given four restarts in the middle, every other one by a cut of all connections, then nothing is lost or doubled',
  },
  {
    id: '15',
    name: '60 parallel requests, 2 keys, 2 gateways: one runs',
    file: 'services/gateway/gateway.int.test.ts',
    title: 'given 60 parallel requests of one user over two keys and two gateways, runs one and refuses the rest',
  },
  {
    id: '16',
    name: 'a day under any interleaving: exact to one',
    file: 'services/gateway/admission/admission-model.int.test.ts',
    title: 'is exact to one over a day under any interleaving of eager clients, whatever their requests end with',
  },
  {
    id: '20',
    name: 'bad, inactive, doubled and 4 kB keys: 403, the same body',
    file: 'services/gateway/gateway.int.test.ts',
    title: 'given a key that is %s, refuses before reading the body, and leaves no record',
  },
  {
    id: '21',
    name: 'foreign and missing images: the same 404',
    file: 'services/gateway/absent-image.int.test.ts',
    title: 'given a foreign and a missing image, answers the same and does the same for it',
  },
  {
    id: '22',
    name: 'addresses that lead inside: 400, the canary is silent',
    file: 'libs/fetching/fetch-image.int.test.ts',
    title: 'given a name that is rebound after the check, then nothing is hit',
  },
  {
    id: '23',
    name: 'pictures that are none, or too large',
    file: 'libs/imaging/inspect-image.int.test.ts',
    title: 'one row over 50 megapixels',
  },
  {
    id: '24',
    name: 'any bytes: JSON 400, never HTML or 500',
    file: 'services/gateway/fuzz/any-bytes.int.test.ts',
    title: 'any bytes',
  },
  {
    id: '25',
    name: 'nothing is kept of a request',
    file: 'deploy/local/whole-system.e2e.test.ts',
    title: 'keeps neither selfie nor text nor key anywhere once the requests are done',
  },
];

/** @throws Error when the test is no longer there */
export async function findReference({ file, title }: Reference): Promise<void> {
  const text = await readFile(join(REPOSITORY_DIR, file), 'utf8').catch(() => '');
  if (!text.includes(title)) throw new Error(`${file} has no test "${title}"`);
}
