import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from '../bench.ts';
import type { Expiring } from '../rig/expiring-pictures.ts';
import { value } from '../row.ts';
import { atMost } from '../statistics.ts';

const SHORT = 2_000;
const LONG = 10_000;
/** Until the pictures expire: longer than publishing them takes. */
const LIFE_MS = 20_000;

/** Pictures that expire at the same moment: seconds until the last address no longer resolves, and until all records are gone. */
export const expiry: Measure = {
  name: 'expiry',
  onlyInFull: true,
  async run({ startRig, long }) {
    const pictures = long ? LONG : SHORT;
    const rig = await startRig({ services: ['images'] });
    const maker = await rig.host('rig/expiring-pictures.ts');
    const made = await maker.call<Expiring>('make', rig.environment, pictures, LIFE_MS);
    const secondsSince = () => (Date.now() - made.expiresAt) / 1000;
    const resolves = async () => (await fetch(`${rig.environment.IMAGE_STORE_URL}/${made.last}`)).status === 200;
    const isRecorded = async () => (await rig.sql.query('select from images.image limit 1')).rows.length > 0;
    if (!(await resolves())) throw new Error('there is no picture that could expire');
    while (await resolves()) await sleep(50);
    const unreachable = secondsSince();
    while (await isRecorded()) await sleep(50);
    const what = `${pictures.toLocaleString('en')} pictures that expire together`;
    return [
      value({ what: `${what}: all unreachable`, unit: 's', goal: atMost(60) }, unreachable),
      value({ what: `${what}: all events published and projected`, unit: 's' }, secondsSince()),
    ];
  },
};
