import { fileURLToPath } from 'node:url';

/** The folder this repository is cloned to. */
export const REPOSITORY_DIR = fileURLToPath(new URL('../..', import.meta.url));

/** The administration of API keys, which `npm run keys` runs; a path in the repository. */
export const KEYS_SCRIPT = 'services/gateway/keys.ts';
