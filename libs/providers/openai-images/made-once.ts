import type { OpenAI } from 'openai';
import {
  type AttemptState,
  type CallOptions,
  type CallRules,
  type ModelDependencies,
  type ModelWork,
  makeAttempts,
  pausing,
  reportPrediction,
  send,
  VendorError,
  vendorName,
} from '../frame/index.ts';
import type { Discovery, Server } from './server.ts';

/** Sends until the server takes it, and returns the body of the answer. @throws VendorError; see `send` */
type Ask = (use: (client: OpenAI) => Promise<unknown>) => Promise<unknown>;

/** Only a 429 is asked again; an abort closes the connection, by which servers notice that nobody waits. */
const ASK: CallRules = { what: 'request', repeats: 'throttled', isAbortable: true, isFiltered: true };

/** No id lets a redelivery resume: one's own hardware is asked again, a paid one once more after a 503 only. */
const rulesOf = ({ endpoint: { isPaid } }: Server, model: string) => ({
  models: [model],
  tries: 1,
  isPaid,
  outlivesWorker: false,
  ...(isPaid && { checkpoint: 'asked' }),
  /** `1` and `2`: the first or second request was sent; `once more`: the second may follow. */
  encode({ attempt, phase }: AttemptState): string {
    if (attempt === 0) return phase === 'free' ? '' : '1';
    return attempt === 2 && phase === 'free' ? 'once more' : '2';
  },
  decode(saved: string): AttemptState {
    if (saved === '1') return { attempt: 0, phase: 'creating' };
    if (saved === 'once more') return { attempt: 2, phase: 'free' };
    return { attempt: saved === '2' ? 1 : 0, phase: 'free' };
  },
});

/** Has a server make one thing, or takes what an earlier delivery got; `usd`: US dollars. @throws as `makeAttempts` */
export async function madeOnce(
  deps: ModelDependencies,
  server: Server,
  work: ModelWork,
  { what, usd }: { readonly what: string; readonly usd?: number | undefined },
  make: (discovery: Discovery, ask: Ask) => Promise<Uint8Array>,
): Promise<{ readonly bytes: Uint8Array; readonly model: string }> {
  const { store, log, clock } = deps;
  const checkpointPrefix = `${work.checkpointPrefix}${what}-`;
  const answer = `${checkpointPrefix}answer`;
  const known = server.models[0] ?? vendorName(undefined);
  const kept = await store.get(answer);
  if (kept) return { bytes: kept.bytes, model: known };
  const waiting = { ...pausing(deps), store };
  const own = { signal: work.signal, checkpointPrefix };
  const made = await makeAttempts(waiting, own, rulesOf(server, known), async ({ note }) => {
    const discovery = await server.find();
    const model = vendorName(discovery.model);
    const begun = clock().getTime();
    const report = (status: 'succeeded' | 'failed', cost?: number) => {
      const seconds = (clock().getTime() - begun) / 1000;
      reportPrediction({ provider: 'openai-images', model, status }, seconds, cost);
      log.info({ model, status, seconds }, 'prediction finished');
    };
    const ask: Ask = async (use) => {
      const noted = async (options: CallOptions) => {
        await note('creating');
        return server.call(options, use);
      };
      const { body } = await send(waiting, work, ASK, noted, () => note('free'));
      if (body === undefined) throw new VendorError('failed', 'response is not JSON');
      return body;
    };
    try {
      const bytes = await make(discovery, ask);
      report('succeeded', usd);
      return { bytes, model };
    } catch (error) {
      report('failed');
      throw error;
    }
  });
  await store.put(answer, made.bytes, 'application/octet-stream');
  return made;
}
