import { analyze } from './analyze.ts';
import { assets } from './assets.ts';
import type { Command, Options } from './command.ts';
import { events } from './events.ts';
import { images } from './images.ts';
import { jobs } from './jobs.ts';
import { listen } from './listen.ts';
import { mcp } from './mcp.ts';
import { styleMe } from './style-me.ts';
import { tryOn } from './try-on.ts';
import { usage } from './usage.ts';
import { webhooks } from './webhooks.ts';

/** Every command that calls the service. */
export const allCommands: readonly Command[] = [
  tryOn,
  styleMe,
  analyze,
  jobs,
  images,
  assets,
  usage,
  events,
  webhooks,
  listen,
  mcp,
];

/** Options of every command. */
export const sharedOptions = {
  json: { type: 'boolean', about: 'Print one line of JSON, errors too' },
  timeout: { type: 'string', value: 'SECONDS', about: 'Longest time to wait; default 300' },
  help: { type: 'boolean', short: 'h', about: 'Show this' },
} as const satisfies Options;
