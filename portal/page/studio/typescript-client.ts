import { inTypeScript } from './notations.ts';

/** The beginning of a program that calls the service at `baseUrl` by the client. */
export const typescriptClient = (baseUrl: string): string =>
  `// npm install @styling/client, or the .tgz of npm pack --workspace sdk in the service's repository
import { createClient } from '@styling/client';

const client = createClient({
  baseUrl: ${inTypeScript.string(baseUrl)},
  apiKey: process.env.STYLING_API_KEY ?? '',
});`;
