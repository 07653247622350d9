import type { Client } from '../client.ts';
import type { RunOptions } from '../run-request.ts';

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

/** One word of the command line. */
export type Command = {
  readonly name: string;
  /** Its positional arguments, as help shows them. */
  readonly usage: string;
  readonly about: string;
  readonly options: Options;
  /** First arguments to choose from, for completion. */
  readonly actions?: readonly string[];
  run(call: Call<Options>): Promise<void>;
};

/** Wrong usage; the message has the reason. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Declares a command, whose `run` gets the values that its options have. */
export const defineCommand = <const O extends Options>(
  command: Omit<Command, 'options' | 'run'> & { options: O; run(call: Call<O>): Promise<void> },
): Command => command as unknown as Command;

/** @throws UsageError when `text` is not a whole number from `min` to `max` */
export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new UsageError(`${name} must be a whole number from ${min} to ${max}`);
}

/** @throws UsageError when there is no such argument */
export function argument(positionals: readonly string[], index: number, what: string): string {
  const given = positionals[index];
  if (given === undefined) throw new UsageError(`${what} is missing`);
  return given;
}

/** Rows in columns that are as wide as their longest cell. */
export function inColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The first `count` items of a list; no more of it is read. */
export async function firstOf<Item>(list: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) {
    items.push(item);
    if (items.length === count) break;
  }
  return items;
}
