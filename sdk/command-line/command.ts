import type { Client } from '../client.ts';
import type { RunOptions } from '../run-request.ts';
import type { Signalled } from '../transport.ts';

/** An option of a command, as `parseArgs` of `node:util` takes it, and what help says about it. */
export type Option = {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** What its value is called. */
  readonly value?: string;
  readonly about: string;
};

/** Options by their long name. */
export type Options = Readonly<Record<string, Option>>;

/** What was given for options. */
export type Values<O extends Options> = {
  readonly [Name in keyof O]?: { string: string; boolean: boolean }[O[Name]['type']];
};

/** What a command works with. */
export type Call<O extends Options> = {
  readonly client: Client;
  /** What the client calls. */
  readonly service: { readonly baseUrl: string; readonly apiKey: string };
  readonly values: Values<O>;
  readonly positionals: readonly string[];
  /** For whatever waits for a job: time limit, progress, and the signal that Ctrl-C aborts. */
  readonly wait: RunOptions & { readonly signal: AbortSignal };
  /** Prints what came out: `data` as one line of JSON if that was asked for, else `text`. */
  print(text: string, data: unknown): void;
  /** Writes text as it is, for a command that speaks a protocol. */
  write(text: string): void;
  /** Writes a line to standard error. */
  note(text: string): void;
  /** What is written to the process. */
  input(): NodeJS.ReadableStream;
};

type Run<O extends Options> = (call: Call<O>) => Promise<void>;

/** What a command does: one thing, or, by its first argument, one of several, of which the first is the default. */
type Doing<O extends Options> = { readonly run: Run<O> } | { readonly actions: Readonly<Record<string, Run<O>>> };

/** One word of the command line. */
export type Command = {
  readonly name: string;
  /** Its positional arguments, as help shows them. */
  readonly usage: string;
  readonly about: string;
  readonly options: Options;
  /** First arguments to choose from, for completion. */
  readonly actions: readonly string[];
  readonly run: Run<Options>;
};

/** Wrong usage; the message has the reason. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Declares a command, whose `run` or `actions` get the values that its options have. */
export function defineCommand<const O extends Options>(
  command: Pick<Command, 'name' | 'usage' | 'about'> & { readonly options: O } & Doing<O>,
): Command {
  const actions = 'actions' in command ? command.actions : {};
  const names = Object.keys(actions);
  const act: Run<O> = async (call) => {
    const [name = String(names[0])] = call.positionals;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new UsageError(`${command.name} has no action ${name}; it has: ${names.join(', ')}`);
    await action(call);
  };
  const run = 'run' in command ? command.run : act;
  return { ...command, actions: names, run: run as unknown as Run<Options> };
}

/** @throws UsageError when `text` is not a whole number from `min` to `max` */
export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new UsageError(`${name} must be a whole number from ${min} to ${max}`);
}

/** The one of some values that a text is. @throws UsageError when it is none of them */
export function oneOf<Value extends string>(name: string, text: string, values: readonly Value[]): Value {
  const value = values.find((one) => one === text);
  if (value === undefined) throw new UsageError(`${name} must be one of: ${values.join(', ')}`);
  return value;
}

/** @throws UsageError when there is no such argument */
export function argument(positionals: readonly string[], index: number, what: string): string {
  const given = positionals[index];
  if (given === undefined) throw new UsageError(`${what} is missing`);
  return given;
}

/**
 * An action on what the next argument names, whose result is printed as a row of columns.
 *
 * @param what the argument is called, e.g. `JOB_ID`
 */
export const actionOn =
  <Item>(
    what: string,
    act: (client: Client, id: string, options: Signalled) => Promise<Item>,
    row: (item: Item) => readonly string[],
  ): Run<Options> =>
  async ({ client, positionals, wait: { signal }, print }) => {
    const item = await act(client, argument(positionals, 1, what), { signal });
    print(inColumns([row(item)]), item);
  };

/** An action that deletes what the next argument names. */
export const deletion = (what: string, remove: (client: Client, id: string, options: Signalled) => Promise<void>) =>
  actionOn(
    what,
    (client, deleted, options) => remove(client, deleted, options).then(() => ({ deleted })),
    () => [],
  );

/** Rows in columns that are as wide as their longest cell. */
export function inColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

/** Most items that a list may be asked for. */
export const MOST_ITEMS = 10_000;

/**
 * The first items of a list; no more of it is read.
 *
 * @param limit how many, as the option `--limit` says; undefined: all
 * @throws UsageError when that is no number from 1 to 10,000
 */
export async function firstOf<Item>(
  limit: string | undefined,
  list: (paging: { readonly pageSize: number }) => AsyncIterable<Item>,
): Promise<Item[]> {
  const count = limit === undefined ? MOST_ITEMS : wholeNumber('--limit', limit, 1, MOST_ITEMS);
  const items: Item[] = [];
  for await (const item of list({ pageSize: Math.min(count, 100) })) {
    items.push(item);
    if (items.length === count) break;
  }
  return items;
}
