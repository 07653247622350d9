import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

type ApiDocument = { readonly paths?: Record<string, Record<string, { readonly operationId: string }>> };

/**
 * The generated part of the client: the types of an OpenAPI document, and the table of its operations.
 *
 * @returns text by file name
 */
export async function generatedFiles(document: object): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'styling-client-'));
  try {
    await createClient({
      input: document as Record<string, unknown>,
      output: { path: folder, clean: false, entryFile: false },
      logs: { level: 'silent', file: false },
      plugins: ['@hey-api/typescript'],
    });
    return {
      'types.gen.ts': await readFile(join(folder, 'types.gen.ts'), 'utf8'),
      'operations.gen.ts': operationsOf(document as ApiDocument),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function operationsOf({ paths = {} }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id }]) => ({
      id,
      type: id[0]?.toUpperCase() + id.slice(1),
      method,
      path,
    })),
  );
  const lines = (line: (operation: (typeof operations)[number]) => string) => operations.map(line).join('\n');
  return `// This file is auto-generated from the OpenAPI document

import type * as types from './types.gen.ts';

/** Method and path of each endpoint, by its operation id. */
export const operations = {
${lines(({ id, method, path }) => `  ${id}: { method: '${method.toUpperCase()}', path: '${path}' },`)}
} as const;

/** What each endpoint takes, and what it returns by status. */
export type Operations = {
${lines(({ id, type }) => `  ${id}: { data: types.${type}Data; responses: types.${type}Responses };`)}
};
`;
}
