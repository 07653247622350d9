import { allCommands, sharedOptions } from './all-commands.ts';
import { UsageError } from './command.ts';

/**
 * A script that completes commands, their options and first arguments; elsewhere files.
 *
 * @throws UsageError when the shell is unknown
 */
export function completionScript(shell: string | undefined): string {
  const names = [...allCommands.map(({ name }) => name), 'completion'];
  const words = allCommands.map(({ name, options, actions = [] }) => ({
    name,
    actions,
    options: Object.keys({ ...options, ...sharedOptions }).map((option) => `--${option}`),
  }));
  if (shell === 'fish') {
    const at = (name: string) => `complete -c styling -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c styling -n __fish_use_subcommand -f -a '${names.join(' ')}'`,
      ...words.flatMap(({ name, actions, options }) => [
        ...(actions.length > 0 ? [`${at(name)} -a '${actions.join(' ')}'`] : []),
        ...options.map((option) => `${at(name)} -l ${option.slice(2)}`),
      ]),
    ].join('\n');
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
