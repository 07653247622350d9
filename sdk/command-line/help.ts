import { type Command, inColumns, type Options, UsageError } from './command.ts';
import { events } from './events.ts';
import { assets, images, jobs, usage } from './kept.ts';
import { listen } from './listen.ts';
import { analyze, styleMe, tryOn } from './make.ts';
import { mcp } from './mcp.ts';
import { webhooks } from './webhooks.ts';

/** Every command that calls the service. */
export const allCommands = [tryOn, styleMe, analyze, jobs, images, assets, usage, events, webhooks, listen, mcp];

/** Options of every command. */
export const sharedOptions = {
  json: { type: 'boolean', about: 'Print one line of JSON, errors too' },
  timeout: { type: 'string', value: 'SECONDS', about: 'Longest time to wait; default 300' },
  help: { type: 'boolean', short: 'h', about: 'Show this' },
} as const satisfies Options;

/** What the command line can do. */
export const overview = (): string => `usage: styling COMMAND ...

${indented(inColumns(allCommands.map(({ name, about }) => [name, about])))}
  completion bash|zsh|fish

The address of the service is read from STYLING_URL (default http://localhost:8080), the key from STYLING_API_KEY.
Ctrl-C cancels what is being made. styling COMMAND --help says more.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 a limit is reached, 4 no response, 130 interrupted.`;

/** How a command is used. */
export function helpOf({ name, usage, about, options }: Command): string {
  const all: Options = { ...options, ...sharedOptions };
  const rows = Object.entries(all).map(([option, { short, value, about }]) => [
    `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`,
    about,
  ]);
  return `usage: styling ${`${name} ${usage}`.trim()} [OPTION...]\n\n${about}\n\n${indented(inColumns(rows))}`;
}

const indented = (text: string): string => text.replace(/^/gm, '  ');

/**
 * A script that completes commands, their options and first arguments; elsewhere files.
 *
 * @throws UsageError when the shell is unknown
 */
export function completionScript(shell: string | undefined): string {
  const names = [...allCommands.map(({ name }) => name), 'completion'];
  const words = allCommands.map(({ name, options, actions }) => ({
    name,
    actions,
    options: Object.keys({ ...options, ...sharedOptions }).map((option) => `--${option}`),
  }));
  if (shell === 'fish') {
    const lines = words.flatMap(({ name, actions, options }) =>
      [...actions.map((action) => `-a ${action}`), ...options.map((option) => `-l ${option.slice(2)}`)].map(
        (given) => `complete -c styling -n '__fish_seen_subcommand_from ${name}' ${given}`,
      ),
    );
    return [`complete -c styling -n __fish_use_subcommand -f -a '${names.join(' ')}'`, ...lines].join('\n');
  }
  if (shell !== 'bash' && shell !== 'zsh') throw new UsageError('completion takes a shell: bash, zsh or fish');
  const cases = words.map(
    ({ name, actions, options }) =>
      `    ${name}) [[ $word == -* ]] && words='${options.join(' ')}' || { (( COMP_CWORD == 2 )) && words='${actions.join(' ')}'; } ;;`,
  );
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_styling() {
  local word=\${COMP_WORDS[COMP_CWORD]} words=
  if (( COMP_CWORD == 1 )); then words='${names.join(' ')}'; else case \${COMP_WORDS[1]} in
${cases.join('\n')}
    completion) words='bash zsh fish' ;;
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _styling styling`;
}
