import { analyze } from './analyze.ts';
import { assets } from './assets.ts';
import type { Command, Options } from './command.ts';
import { images } from './images.ts';
import { jobs } from './jobs.ts';
import { styleMe } from './style-me.ts';
import { tryOn } from './try-on.ts';
import { usage } from './usage.ts';

/** Every command that calls the service. */
export const allCommands: readonly Command[] = [tryOn, styleMe, analyze, jobs, images, assets, usage];

/** Options of every command. */
export const sharedOptions = {
  json: { type: 'boolean', about: 'Print one line of JSON, errors too' },
  timeout: { type: 'string', value: 'SECONDS', about: 'Longest time to wait; default 300' },
  help: { type: 'boolean', short: 'h', about: 'Show this' },
} as const satisfies Options;
