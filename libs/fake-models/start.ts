import { parseArgs } from 'node:util';
import { startFakeModels } from './server.ts';

// `npm run fake-models`: hosted models without an account. Each prediction takes FAKE_PREDICTION_MS.
const { FAKE_MODELS_PORT = '8090', FAKE_PREDICTION_MS = '1500' } = process.env;
const { values } = parseArgs({ options: { openai: { type: 'boolean', default: false } } });
const takesMs = Number(FAKE_PREDICTION_MS);
const fakes = await startFakeModels({
  port: Number(FAKE_MODELS_PORT),
  behaviour: { takesMs },
  openAiBehaviour: { takesMs },
});
// A Ctrl-C arrives twice: from the terminal and forwarded by npm.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void fakes.stop());
console.log('Fake models are running. Start the stack in another terminal with these variables:\n');
const variables = values.openai ? fakes.openAi.variables() : fakes.variables;
for (const [name, value] of Object.entries(variables)) console.log(`export ${name}=${value}`);
console.log('\nready');
