import { parseArgs } from 'node:util';
import {
  type Bus,
  type DeadLetter,
  dropDeadLetter,
  findDeadLetter,
  listDeadLetters,
  readToHead,
  replayDeadLetter,
} from '@styling/bus';
import { type RequestCompleted, subjects } from '@styling/contracts';
import { type Logger, silentLogger } from '@styling/telemetry';
import { table } from './table.ts';
import { UsageError } from './usage-error.ts';

/** What the command works on. */
export type DeadLetterContext = {
  readonly bus: Bus;
  /** Gets one line for each dead letter that was replayed or dropped. */
  readonly audit: Logger;
  /** Prints a line. */
  readonly show: (line: string) => void;
  /** How long a consumer may take for one dead letter, in ms; by default longer than the slowest request. */
  readonly timeoutMs?: number;
};

const USAGE =
  'use: deadletters list [--json] | deadletters show <seq> | deadletters replay <seq>|--all | deadletters drop <seq>|--all';
const REPLAY_LIMIT_MS = 180_000;

/**
 * Carries out one command line of `npm run deadletters`.
 *
 * @returns the exit code: 1 when a letter could not be replayed
 * @throws UsageError
 */
export async function runDeadLetterCommand(context: DeadLetterContext, args: string[]): Promise<number> {
  const { values, positionals } = parse(args);
  const [command, number, ...rest] = positionals;
  const takesLetters = command === 'show' || command === 'replay' || command === 'drop';
  const wellFormed = command === 'list' ? !number && !values.all : takesLetters && !values.json;
  if (!wellFormed || rest.length > 0) throw new UsageError(USAGE);
  if (command === 'list') return list(context, values.json);
  if (command === 'show' && values.all) throw new UsageError(USAGE);
  const letters = values.all && !number ? await all(context.bus) : [await one(context.bus, number, values.all)];
  let failed = 0;
  for (const letter of letters) {
    if (command === 'show') context.show(JSON.stringify(letter, undefined, 2));
    else if (command === 'drop') await drop(context, letter);
    else if (!(await replay(context, letter))) failed++;
  }
  return failed > 0 ? 1 : 0;
}

async function list({ bus, show }: DeadLetterContext, json: boolean): Promise<number> {
  const letters = await all(bus);
  const rows = letters.map(({ seq, at, consumer, error, deliveries, origin, event }) => [
    ...[String(seq), at.toISOString(), consumer, event?.type ?? '', event?.subject ?? ''],
    ...[error, String(deliveries), String(origin.seq)],
  ]);
  const headings = ['seq', 'given up', 'consumer', 'event', 'about', 'error', 'deliveries', 'log seq'];
  for (const line of json ? letters.map((letter) => JSON.stringify(letter)) : table(headings, rows)) show(line);
  return 0;
}

async function drop({ bus, audit, show }: DeadLetterContext, letter: DeadLetter): Promise<void> {
  await dropDeadLetter(bus, letter.seq);
  audit.info(trailOf(letter), 'dead letter dropped');
  show(`${letter.seq} dropped`);
}

/** Whether the dead letter needs no more care: it was handled and dropped, or its request has ended without it. */
async function replay({ bus, audit, show, timeoutMs }: DeadLetterContext, letter: DeadLetter): Promise<boolean> {
  const ended = await endOf(bus, letter);
  if (ended) {
    audit.info({ ...trailOf(letter), status: ended.status }, 'dead letter not replayed: its request has ended');
    show(`${letter.seq} not replayed: its request has ended with ${ended.status}, its input is gone; drop the letter`);
    return true;
  }
  const answer = await replayDeadLetter(bus, letter.seq, timeoutMs ?? REPLAY_LIMIT_MS);
  if ('handled' in answer) {
    await dropDeadLetter(bus, letter.seq);
    audit.info(trailOf(letter), 'dead letter replayed');
    show(`${letter.seq} handled by ${letter.consumer}`);
    return true;
  }
  audit.warn({ ...trailOf(letter), outcome: answer.error }, 'dead letter replay failed');
  show(`${letter.seq} ${REASONS[answer.error]?.(letter.consumer) ?? `failed again: ${answer.error}`}`);
  return false;
}

const REASONS: Readonly<Record<string, (consumer: string) => string>> = {
  'nobody there': (consumer) =>
    `not replayed: nobody consumes as ${consumer} now (rebuild a read model with "npm run rebuild")`,
  'no answer': (consumer) => `not replayed: ${consumer} gave no answer in time, or crashed`,
  unparsable: (consumer) => `not replayed: ${consumer} still cannot read it`,
};

/** A capability's request that has its terminal event is not done again: nobody waits, and its input is gone. */
async function endOf(bus: Bus, { event, origin }: DeadLetter): Promise<RequestCompleted['data'] | undefined> {
  if (event?.type !== 'request.accepted') return undefined;
  const options = { name: 'deadletters', filter: subjects.allCompleted, after: origin.seq, log: silentLogger() };
  for await (const { event: end } of readToHead(bus, options)) {
    if (end?.type === 'request.completed' && end.data.request_id === event.data.request_id) return end.data;
  }
  return undefined;
}

const trailOf = ({ seq, consumer, error, origin, event }: DeadLetter) => ({
  seq,
  consumer,
  error,
  origin_seq: origin.seq,
  event_id: event?.id,
});

async function all(bus: Bus): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  for await (const letter of listDeadLetters(bus)) letters.push(letter);
  return letters;
}

async function one(bus: Bus, number: string | undefined, everything: boolean): Promise<DeadLetter> {
  if (!number || everything || !/^[1-9]\d{0,14}$/.test(number)) throw new UsageError(USAGE);
  const letter = await findDeadLetter(bus, Number(number));
  if (!letter) throw new UsageError(`there is no dead letter ${number}`);
  return letter;
}

function parse(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { all: flag, json: flag } });
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : cause}; ${USAGE}`, { cause });
  }
}
