import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { IMAGE_MODEL } from './index.ts';

test('given --openai, then it prints the variables of a server of that API, whose models can be listed', async () => {
  const { variables } = await start('--openai');
  expect(variables).toMatchObject({ STYLING_PROVIDER: 'openai-images', OPENAI_IMAGES_MODEL: IMAGE_MODEL });
  const response = await fetch(`${variables.OPENAI_IMAGES_BASE_URL}/models`, {
    headers: { authorization: `Bearer ${variables.OPENAI_IMAGES_API_KEY}` },
  });
  expect(await response.json()).toMatchObject({ data: [{ id: IMAGE_MODEL, owned_by: 'vllm-omni' }] });
});

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

test('given --comfyui, then it prints the variables of a ComfyUI server, and is one', async () => {
  const { variables } = await start('--comfyui');
  expect(variables).toMatchObject({ STYLING_PROVIDER: 'comfyui,ondevice' });
  expect(variables.COMFYUI_WORKFLOW).toMatch(/example-workflow\.json$/);
  const response = await fetch(`${variables.COMFYUI_URL}/object_info/LoadImage`);
  expect(await response.json()).toMatchObject({ LoadImage: { input: { required: { image: [[], {}] } } } });
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
