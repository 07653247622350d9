import { publicMessage } from '@styling/contracts';
import { type FakeModels, startFakeModels } from '@styling/fake-models';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remarks, type Subject, startSubject } from './run-beside.fixture.ts';

// What depends on the models, against hosted ones: their stand-ins take pictures that the embedded engine refuses. All other rows
// are run against the embedded engine.

const OF_PICTURES = 'errors,try-on,generate,assets';

/** Duration of one prediction: the rows on cancelling need requests that take a while. */
const PREDICTION_MS = 400;
let fakes: FakeModels;

beforeAll(async () => {
  fakes = await startFakeModels({ takesMs: PREDICTION_MS });
});
afterAll(() => fakes.stop(), 60_000);

const description = { field: 'clothing_description' };
const selfie = { field: 'selfie_base64' };
/** What only the embedded engine refuses: a hosted model takes any person, and reads every description. */
const unposed = [publicMessage('shoulders_not_visible', selfie), publicMessage('pose_not_supported', selfie)];
const unreadable = [
  publicMessage('no_garment_understood', description),
  publicMessage('garment_not_understood', { ...description, part: 1, parts: 1 }),
  publicMessage('garment_not_dressed', { ...description, category: 'swimwear' }),
  publicMessage('garment_not_visible', description),
  publicMessage('no_outfit', { field: 'clothing_image_url' }),
];
const orders = {
  '/try_on_outfit': [
    ...unposed,
    ...unreadable,
    publicMessage('no_garment_understood', { field: 'garments.0.description' }),
    publicMessage('pictures_too_large'),
    publicMessage('garment_not_dressed', { field: 'garments.0.description', category: 'shoes' }),
  ],
  '/generate_image': [...unposed, ...unreadable],
};
const everything = { ...orders, '/style_me': unposed };

/** The variables of each provider, how many pictures and answers it was asked for, and what the embedded engine would refuse. */
const hosted = {
  replicate: {
    variables: () => fakes.variables,
    asked: () => fakes.replicate.counts.creates,
    acceptedBy: everything,
    rows: `${OF_PICTURES},analysis,style,cancelling`,
  },
  'openai-images': {
    variables: () => ({ ...fakes.variables, ...fakes.openAi.variables() }),
    asked: () => fakes.openAi.counts.edits + fakes.openAi.counts.chats,
    acceptedBy: everything,
    rows: `${OF_PICTURES},analysis,style`,
  },
  google: {
    variables: () => ({ ...fakes.variables, STYLING_PROVIDER: 'google' }),
    asked: () => fakes.google.counts.requests,
    acceptedBy: everything,
    rows: `${OF_PICTURES},analysis,style`,
  },
  // Beside which the embedded engine advises and analyses.
  comfyui: {
    variables: () => ({ ...fakes.variables, ...fakes.comfyuiVariables }),
    asked: () => fakes.comfyui.prompts.length,
    acceptedBy: orders,
    rows: OF_PICTURES,
  },
};

describe.each(['replicate', 'openai-images', 'google', 'comfyui'] as const)(
  'npm run conformance, on %s',
  (provider) => {
    const { variables, asked, acceptedBy, rows } = hosted[provider];
    let subject: Subject;
    beforeAll(async () => {
      subject = await startSubject(variables());
    });
    afterAll(() => subject.stop(), 60_000);

    it('every row of the models that can be run passes, and the others are named', async () => {
      const run = await subject.run(subject.apiUrl, '--only', rows);
      const { failed, notRun } = remarks(run);
      expect(failed).toEqual([]);
      const accepted = Object.entries(acceptedBy).flatMap(([path, errors]) =>
        errors.map((error) => `Errors of POST ${path}: 400 "${error}"`),
      );
      expect(notRun.filter((name) => !/must be a public address"$/.test(name))).toEqual(accepted);
      expect(run.output).toMatch(/^[12]\d\d passed, 0 failed, \d+ not run$/m);
      expect(run.code).toBe(0);
      expect(asked()).toBeGreaterThan(20);
    });
  },
);
