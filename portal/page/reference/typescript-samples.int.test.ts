import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { operationCode } from './operation-code.ts';
import { readOperations } from './read-operations.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

it('every call in TypeScript is one of the client, for the compiler', () => {
  // Beside the client's types, where the compiler finds those of Node.
  const folder = mkdtempSync(join(repository, 'portal', 'samples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const operations = readOperations(JSON.parse(readFileSync(join(repository, 'docs', 'openapi.json'), 'utf8'))).flatMap(
    (group) => group.operations,
  );
  for (const operation of operations) {
    writeFileSync(join(folder, `${operation.id}.ts`), operationCode(operation, 'typescript', 'http://localhost:8080'));
  }
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: { paths: { '@styling/client': ['../../sdk/index.ts'] } },
    include: ['.'],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const errors = () => {
    try {
      return execFileSync(join(repository, 'node_modules', '.bin', 'tsc'), ['-p', folder], { encoding: 'utf8' });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };
  expect(errors()).toBe('');
  // The compiler has seen them.
  writeFileSync(
    join(folder, 'getImage.ts'),
    "import { createClient } from '@styling/client';\ncreateClient({}).call('x');",
  );
  expect(errors()).toContain('getImage.ts');
}, 60_000);
