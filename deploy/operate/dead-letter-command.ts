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
import { columns } from './columns.ts';

export type DeadLetterContext = {
  readonly bus: Bus;
  /** One line for each dead letter replayed or dropped. */
  readonly audit: Logger;
  readonly show: (line: string) => void;
  /** For a consumer to handle one dead letter; default: longer than the slowest request. */
  readonly timeoutMs?: number;
};

const USAGE =
  'use: deadletters list [--json] | deadletters show <seq> | deadletters replay <seq>|--all | deadletters drop <seq>|--all';
const COMMAND_LINE = /^(list( --json)?|(show|replay|drop) [1-9]\d{0,14}|(replay|drop) --all)$/;
const REPLAY_LIMIT_MS = 180_000;

/** Runs a command line. @returns 1 if a letter could not be replayed, else 0 @throws Error for the operator */
export async function runDeadLetterCommand(context: DeadLetterContext, args: readonly string[]): Promise<number> {
  if (!COMMAND_LINE.test(args.join(' '))) throw new Error(USAGE);
  const { bus, show } = context;
  const [command, target] = args;
  const isOne = command !== 'list' && target !== '--all';
  const one = isOne ? await findDeadLetter(bus, Number(target)) : undefined;
  if (isOne && !one) throw new Error(`there is no dead letter ${target}`);
  const letters = one ? [one] : await Array.fromAsync(listDeadLetters(bus));
  if (command === 'list' && target !== '--json') for (const line of tableOf(letters)) show(line);
  let failed = false;
  for (const letter of letters) {
    if (command === 'list' && target === '--json') show(JSON.stringify(letter));
    if (command === 'show') show(JSON.stringify(letter, undefined, 2));
    if (command === 'drop') await drop(context, letter);
    if (command === 'replay' && !(await replay(context, letter))) failed = true;
  }
  return failed ? 1 : 0;
}

const tableOf = (letters: readonly DeadLetter[]): string[] =>
  columns([
    ['seq', 'given up', 'consumer', 'event', 'about', 'error', 'deliveries', 'log seq'],
    ...letters.map(({ seq, at, consumer, error, deliveries, origin, event }) => [
      ...[String(seq), at.toISOString(), consumer, event?.type || '-', event?.subject || '-'],
      ...[error, String(deliveries), String(origin.seq)],
    ]),
  ]);

async function drop({ bus, audit, show }: DeadLetterContext, letter: DeadLetter, done = 'dropped', shown = done) {
  await dropDeadLetter(bus, letter.seq);
  audit.info(trailOf(letter), `dead letter ${done}`);
  show(`${letter.seq} ${shown}`);
}

/** Whether the letter was handled and dropped, or its request has ended without it. */
async function replay(context: DeadLetterContext, letter: DeadLetter): Promise<boolean> {
  const { bus, audit, show, timeoutMs = REPLAY_LIMIT_MS } = context;
  const ended = await endOf(bus, letter);
  if (ended) {
    audit.info({ ...trailOf(letter), status: ended.status }, 'dead letter not replayed: its request has ended');
    show(`${letter.seq} not replayed: its request has ended with ${ended.status}, its input is gone; drop the letter`);
    return true;
  }
  const answer = await replayDeadLetter(bus, letter.seq, timeoutMs);
  if ('handled' in answer) {
    await drop(context, letter, 'replayed', `handled by ${letter.consumer}`);
    return true;
  }
  audit.warn({ ...trailOf(letter), outcome: answer.error }, 'dead letter replay failed');
  const reason = REASONS[answer.error]?.replace('{}', letter.consumer);
  show(`${letter.seq} ${reason ? `not replayed: ${reason}` : `failed again: ${answer.error}`}`);
  return false;
}

const REASONS: Readonly<Record<string, string>> = {
  'nobody there': 'nobody consumes as {} now (rebuild a read model with "npm run rebuild")',
  'no answer': '{} gave no answer in time, or crashed',
  unparsable: '{} still cannot read it',
};

/** A request that has its terminal event is not done again: nobody waits, and its input is gone. */
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
