import type { OpenAiServer } from '@styling/fake-models';
import { afterEach, expect } from 'vitest';
import { useVendors } from '../vendor.fixture.ts';
import { openEditor, openReader } from './models.ts';
import { openAiVariables } from './variables.ts';

/** Text of the stand-in or of an order that may be in no log line. */
const SECRETS = /sk-fake|sk-live|gpu-7|safety_violations|CUDA|a red coat|\/openai\/[a-z-]+\/v1/;

/** {@link useVendors} with the servers of OpenAI's API; no secret gets into the log. */
export function useModels() {
  const vendors = useVendors();
  afterEach(() => expect(vendors.lines.join('')).not.toMatch(SECRETS));
  const config = (server: OpenAiServer, variables: Readonly<Record<string, string>>) =>
    openAiVariables.parse({ ...vendors.fakes.openAi.variables(server), ...variables });
  return Object.assign(vendors, {
    editor: (server: OpenAiServer = 'vllm-omni', variables: Readonly<Record<string, string>> = {}) =>
      vendors.opened(openEditor(config(server, variables), vendors.deps())),
    reader: (server: OpenAiServer = 'vllm-omni', variables: Readonly<Record<string, string>> = {}) =>
      vendors.opened(openReader(config(server, variables), vendors.deps())),
  });
}
