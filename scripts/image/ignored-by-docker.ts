import { dirname, matchesGlob } from 'node:path';

/**
 * Reads a `.dockerignore` as docker does: a line names files or folders (with all that is in them), `!` takes back what
 * an earlier line named, and the last line that fits decides (docs.docker.com/build/concepts/context).
 *
 * @returns whether a path, relative to the context's root, stays out of the context with all that it may hold
 */
export function ignoredByDocker(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ takesBack: line.startsWith('!'), pattern: line.replace(/^!/, '').replace(/^\/|\/$/g, '') }));
  return (path) => {
    if (rules.some(({ takesBack, pattern }) => takesBack && pattern.startsWith(`${path}/`))) return false;
    const names = withParents(path);
    const deciding = rules.findLast(({ pattern }) => names.some((name) => matchesGlob(name, pattern)));
    return deciding !== undefined && !deciding.takesBack;
  };
}

function withParents(path: string): string[] {
  const parent = dirname(path);
  return parent === '.' ? [path] : [path, ...withParents(parent)];
}
