import dockerignore from '@balena/dockerignore';

/** @returns whether a path, relative to the context's root, is left out of the build context by the text of a `.dockerignore` */
export function ignoredByDocker(text: string): (path: string) => boolean {
  const rules = dockerignore.default().add(text);
  return (path) => path !== '' && rules.ignores(path);
}
