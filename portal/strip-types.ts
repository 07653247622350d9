import { stripTypeScriptTypes } from 'node:module';

/**
 * A TypeScript module as JavaScript without comments, which are a third of it. `transform` prints the code anew and drops them;
 * what TypeScript would have to transform is not written here (`erasableSyntaxOnly`).
 *
 * @throws SyntaxError when it is not TypeScript
 */
export function stripTypes(source: string): string {
  const { emitWarning } = process;
  // Node calls this function experimental once in a process; its version is pinned here.
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source, { mode: 'transform' });
  } finally {
    process.emitWarning = emitWarning;
  }
}
