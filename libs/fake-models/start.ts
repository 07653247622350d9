import { parseArgs } from 'node:util';
import { startFakeModels } from './server.ts';

// `npm run fake-models`, with `-- --openai` or `-- --comfyui`; each prediction takes FAKE_PREDICTION_MS.
const isAsked = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { openai: isAsked, comfyui: isAsked } });
const { FAKE_MODELS_PORT = '8090', FAKE_PREDICTION_MS = '1500' } = process.env;
const fakes = await startFakeModels({ port: Number(FAKE_MODELS_PORT), takesMs: Number(FAKE_PREDICTION_MS) });
// A Ctrl-C arrives twice: from the terminal and forwarded by npm.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void fakes.stop());
const variables = values.comfyui ? fakes.comfyuiVariables : values.openai ? fakes.openAi.variables() : fakes.variables;
console.log('Fake models are running. Start the stack in another terminal with these variables:\n');
for (const [name, value] of Object.entries(variables)) console.log(`export ${name}=${value}`);
console.log('\nready');
