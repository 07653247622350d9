import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Compose } from './check-compose.ts';

/** Reads a compose file, with its `<<` resolved as docker does. */
export const readCompose = (file: string): Compose => parse(readFileSync(file, 'utf8'), { merge: true });
