import { parseArgs } from 'node:util';
import { createClient } from '../client.ts';
import { type Command, UsageError, wholeNumber } from './command.ts';
import { allCommands, completionScript, helpOf, overview, sharedOptions } from './help.ts';
import { progressLine, reportError } from './report.ts';

/** The outside of the command line. */
export type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** What is written to the process; read only by the commands that need it. */
  input(): NodeJS.ReadableStream;
  out(text: string): void;
  err(text: string): void;
  /** Whether `err` is a terminal. */
  readonly isTerminal: boolean;
  /** Aborted by an interrupt. */
  readonly signal: AbortSignal;
};

const DEFAULT_URL = 'http://localhost:8080';
const MOST_SECONDS = 86_400;

/** Runs a command line. @returns the exit code */
export async function runCommandLine(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, err, version, signal } = surroundings;
  const json = args.includes('--json');
  try {
    const [name, ...rest] = args;
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') out(`${overview()}\n`);
    else if (name === '--version') out(`${version}\n`);
    else if (name === 'completion') out(`${completionScript(rest[0])}\n`);
    else await runCommand(commandOf(name), rest, surroundings);
    return 0;
  } catch (error) {
    const { code, text, data } = reportError(error, signal.aborted);
    err(json ? `${JSON.stringify(data)}\n` : text.replace(/^/gm, 'styling: ').concat('\n'));
    return code;
  }
}

function commandOf(name: string): Command {
  const command = allCommands.find((command) => command.name === name);
  if (!command) throw new UsageError(`there is no command ${name}; styling --help lists them`);
  return command;
}

async function runCommand(command: Command, args: string[], surroundings: Surroundings): Promise<void> {
  const { env, input, out, err, isTerminal, signal } = surroundings;
  const options = { ...command.options, ...sharedOptions };
  const { values, positionals } = used(() => parseArgs({ args, options, allowPositionals: true }));
  if (values.help) return out(`${helpOf(command)}\n`);
  const { STYLING_API_KEY: apiKey, STYLING_URL: baseUrl = DEFAULT_URL } = env;
  if (!apiKey) throw new UsageError('STYLING_API_KEY is not set');
  const timeout = typeof values.timeout === 'string' ? wholeNumber('--timeout', values.timeout, 1, MOST_SECONDS) : 300;
  const progress = progressLine({ write: err, isTerminal });
  const lineTo = (write: (text: string) => void) => (text: string) => {
    progress.end();
    if (text !== '') write(`${text}\n`);
  };
  try {
    await command.run({
      client: used(() => createClient({ baseUrl, apiKey })),
      service: { baseUrl, apiKey },
      input,
      write: out,
      values,
      positionals,
      wait: { signal, timeoutMs: timeout * 1000, onProgress: progress.show, cancelOnAbort: true },
      print: (text, data) => lineTo(out)(values.json ? JSON.stringify(data) : text),
      note: lineTo(err),
    });
  } finally {
    progress.end();
  }
}

/** What `make` returns; what it refuses is wrong usage, in the words of the command line. */
function used<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message.replace('baseUrl', 'STYLING_URL').replace('apiKey', 'STYLING_API_KEY'));
  }
}
