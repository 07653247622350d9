import { publicMessage } from '@styling/contracts';
import { type FakeModels, startFakeModels } from '@styling/fake-models';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remarks, type Subject, startSubject } from './run-beside.fixture.ts';

// The suite as its users run it, against hosted models: their stand-ins take pictures that the embedded engine refuses.

const RUN_WITHIN_MS = 240_000;
/** Of one prediction: the rows on concurrency need requests that take a while. */
const PREDICTION_MS = 400;
let fakes: FakeModels;
let subject: Subject;

beforeAll(async () => {
  fakes = await startFakeModels({ behaviour: { takesMs: PREDICTION_MS } });
  subject = await startSubject(fakes.variables);
}, 120_000);
afterAll(async () => {
  await subject.stop();
  await fakes.stop();
}, 60_000);

/** What only the embedded engine refuses: a hosted model reads every description. */
const unreadable = [
  publicMessage('garment_not_understood', { field: 'clothing_description', part: 1, parts: 1 }),
  publicMessage('garment_not_dressed', { field: 'clothing_description', category: 'swimwear' }),
];

describe('npm run conformance, on hosted models', () => {
  it(
    'every row that can be run passes, and the others are named',
    async () => {
      const run = await subject.run(subject.apiUrl);
      const { failed, notRun } = remarks(run);
      expect(failed).toEqual([]);
      expect(notRun.filter((name) => !/must be a public address"$|^Beyond a client’s reach/.test(name))).toEqual([
        'Errors of POST /try_on_outfit: 400 "selfie_base64 must show at least the upper body"',
        'Errors of POST /try_on_outfit: 400 "clothing_description must name at least one garment or colour, for example: a navy blazer with a white t-shirt"',
        ...unreadable.map((error) => `Errors of POST /try_on_outfit: 400 "${error}"`),
        'Errors of POST /generate_image: 400 "selfie_base64 must show at least the upper body"',
        'Errors of POST /generate_image: 400 "clothing_description must name at least one garment or colour, for example: a navy blazer with a white t-shirt"',
        ...unreadable.map((error) => `Errors of POST /generate_image: 400 "${error}"`),
        'Errors of POST /style_me: 400 "selfie_base64 must show at least the upper body"',
      ]);
      expect(run.output).toMatch(/^2\d\d passed, 0 failed, \d+ not run$/m);
      expect(run.code).toBe(0);
      expect(fakes.replicate.counts.creates).toBeGreaterThan(20);
    },
    RUN_WITHIN_MS,
  );
});
