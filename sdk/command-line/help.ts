import { sharedOptions } from './all-commands.ts';
import { type Command, inColumns, type Options } from './command.ts';

/** What the command line can do. */
export const overview = (commands: readonly Command[]): string => `usage: styling COMMAND ...

${indented(inColumns(commands.map(({ name, about }) => [name, about])))}
  completion bash|zsh|fish

The address of the service is read from STYLING_URL (default http://localhost:8080), the key from STYLING_API_KEY.
Ctrl-C cancels what is being made. styling COMMAND --help says more.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 a limit is reached, 4 no response, 130 interrupted.`;

/** How a command is used. */
export const helpOf = ({
  name,
  usage,
  about,
  options,
}: Command): string => `usage: styling ${`${name} ${usage}`.trim()} [OPTION...]

${about}

${indented(inColumns(rowsOf({ ...options, ...sharedOptions })))}`;

const rowsOf = (options: Options): string[][] =>
  Object.entries(options).map(([name, { short, value, about }]) => [
    `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    about,
  ]);

const indented = (text: string): string => text.replace(/^/gm, '  ');
