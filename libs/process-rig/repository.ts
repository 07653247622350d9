import { fileURLToPath } from 'node:url';

/** The folder this repository is cloned to. */
export const REPOSITORY_DIR = fileURLToPath(new URL('../..', import.meta.url));
