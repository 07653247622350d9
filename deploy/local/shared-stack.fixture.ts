import { KEYS_SCRIPT, runScript } from '@styling/local-servers/run-script';
import type { OwnStack } from './own-stack.fixture.ts';

/** A whole system that other test files use at the same time. */
export type SharedStack = Omit<OwnStack, 'demoKey' | 'portalLink' | 'failure' | 'stop'> & { readonly apiKey: string };

/** Joins the system that the files of a run share (`shared-stack.setup.ts`), as a new user named after the file. */
export async function joinSharedStack(user: string): Promise<SharedStack> {
  const response = await fetch(process.env.STYLING_SHARED_STACK ?? '');
  if (!response.ok) throw new Error(`the shared system did not start: ${await response.text()}`);
  const stack = (await response.json()) as Omit<SharedStack, 'apiKey'>;
  const env = stack.environments.operator;
  const { key } = JSON.parse(await runScript(KEYS_SCRIPT, ['create', '--user', user, '--name', 'test'], { env }));
  return { ...stack, apiKey: key };
}
