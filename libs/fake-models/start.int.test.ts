import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { IMAGE_MODEL } from './index.ts';

test('given the command, then it prints the variables, responds, and ends on SIGTERM', async () => {
  const { command, variables } = await start();
  const response = await fetch(`${variables.REPLICATE_BASE_URL}/models/google/nano-banana-2/predictions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${variables.REPLICATE_API_TOKEN}` },
    body: JSON.stringify({ input: { prompt: 'a hat' } }),
  });
  expect(response.status).toBe(201);
  const exited = once(command, 'exit');
  command.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test.each([
  ['--openai', { STYLING_PROVIDER: 'openai-images', OPENAI_IMAGES_MODEL: IMAGE_MODEL }],
  ['--comfyui', { STYLING_PROVIDER: 'comfyui,ondevice', COMFYUI_WORKFLOW: expect.stringMatching(/workflow\.json$/) }],
])('given %s, then it prints the variables of such a server', async (option, variables) => {
  expect((await start(option)).variables).toMatchObject(variables);
});

async function start(...options: readonly string[]) {
  const script = fileURLToPath(new URL('./start.ts', import.meta.url));
  const command = spawn(process.execPath, [script, ...options], {
    env: { ...process.env, FAKE_MODELS_PORT: '0', FAKE_PREDICTION_MS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void command.kill('SIGKILL'));
  const variables: Record<string, string> = {};
  for await (const line of createInterface(command.stdout)) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name && value) variables[name] = value;
    if (line === 'ready') break;
  }
  return { command, variables };
}
