import { randomUUID } from 'node:crypto';
import { sharp } from '@styling/imaging';
import { z } from 'zod';
import {
  type Attempting,
  awaitEnd,
  type CallRules,
  erasing,
  type ModelWork,
  send,
  VendorError,
} from '../frame/index.ts';
import { type ComfyDependencies, type ComfyFile, cancelPrompt, findPrompt } from './api.ts';
import { PICTURES } from './workflow.ts';

type PromptOrder = {
  readonly pictures: readonly Uint8Array[];
  /** Gives the workflow filled with the names of the pictures at the server. */
  readonly fill: (names: readonly string[]) => object;
  /** The node whose first picture is the result. */
  readonly node: string;
  readonly onProgress: (fraction: number) => void;
};

/** Folder of our uploads, so that an operator can empty it. */
const SUBFOLDER = 'styling';
const MIME_TYPE = 'image/jpeg';
/** A prompt that was sent is validated first, and one that ends is in neither place for a moment. */
const MOST_UNSEEN = 5;
/** Time in which a picture made just before the deadline is still fetched. */
const GRACE_MS = 3_000;
const ERASE_TIMEOUT_MS = 2_000;
const BLANK_SIDE = 64;

/** A 503 is that of a proxy: the server itself queues without limit. */
const PROMPT: CallRules = { what: 'prompt', repeats: 'busy', isAbortable: false, codeOf: rejectionOf };
/** A request that may be repeated. */
export const repeatable = (what: string, { timeoutMs }: Pick<ComfyDependencies, 'timeoutMs'>): CallRules => ({
  what,
  repeats: 'fault',
  tries: 3,
  isAbortable: true,
  timeoutMs,
});

const problem = z.object({
  type: z.string(),
  extra_info: z.object({ input_name: z.string() }).optional().catch(undefined),
});
const rejected = z.object({
  error: z.object({ type: z.string() }),
  node_errors: z
    .record(z.string(), z.object({ class_type: z.string().catch(''), errors: z.array(problem).catch([]) }))
    .catch({}),
});

/**
 * Sends the prompt of an attempt under an id saved before, unless the server has it, and fetches its picture; then all
 * files are overwritten with a blank picture. @throws VendorError; the reason of an aborted signal
 */
export async function runPrompt(
  deps: ComfyDependencies,
  { pictures, fill, node, onProgress }: PromptOrder,
  work: ModelWork,
  { known, note }: Attempting<string>,
): Promise<Uint8Array> {
  const { api, log, timeoutMs } = deps;
  const { signal } = work;
  const id = known ?? randomUUID();
  // The same in each delivery, so that a file replaces itself.
  const nameOf = (index: number) => `${id}-${PICTURES[index]}.jpg`;
  const files = pictures.map(
    (_, index): ComfyFile => ({ filename: nameOf(index), subfolder: SUBFOLDER, type: 'input' }),
  );
  const body = fill(files.map(({ filename }) => `${SUBFOLDER}/${filename}`));
  if (!known) await note('created', id);

  async function sendPrompt(): Promise<void> {
    const rules = repeatable('upload', deps);
    const uploads = pictures.map((bytes, index) =>
      send(deps, work, rules, (options) => api.upload(files[index] as ComfyFile, bytes, MIME_TYPE, options)),
    );
    await Promise.all(uploads);
    try {
      await send(deps, work, { ...PROMPT, timeoutMs }, (options) => api.prompt(body, id, options));
      log.info({ prompt: id }, 'prompt queued');
    } catch (error) {
      const isLost = error instanceof VendorError && (error.kind === 'ambiguous' || error.kind === 'deadline');
      if (!isLost) throw error;
      log.warn({ prompt: id }, 'no response to the prompt; will look for it');
    }
  }

  const run = async () => {
    const seen = known && (await findPrompt(deps, known, node, signal));
    if (!seen || seen.is === 'missing') await sendPrompt();
    else log.info({ prompt: id }, 'prompt resumed');
    const { result, left } = await awaitEnd(deps, work, {
      look: () => findPrompt(deps, id, node, signal),
      async cancel() {
        await cancelPrompt(deps, id);
        const last = await findPrompt(deps, id, node);
        const isMade = last.is === 'ended' && !(last.end.result instanceof VendorError);
        return isMade ? last : { is: 'running' };
      },
      mostMissing: MOST_UNSEEN,
      onProgress,
    });
    files.push(...left);
    if (result instanceof VendorError) throw result;
    onProgress(1);
    return fetchPicture(deps, result, work);
  };
  return erasing(deps, work, run, () => erase(deps, id, files));
}

/** Names the problem, e.g. `UNETLoader.unet_name:value_not_in_list`; never a value. */
function rejectionOf(body: unknown): string | undefined {
  const { error, node_errors } = rejected.safeParse(body).data ?? {};
  const [node] = Object.values(node_errors ?? {});
  const [first] = node?.errors ?? [];
  if (!node || !first) return error?.type;
  return `${node.class_type}.${first.extra_info?.input_name ?? ''}:${first.type}`;
}

/** @throws VendorError `unavailable`: another worker has overwritten it; else see `send` */
async function fetchPicture(deps: ComfyDependencies, file: ComfyFile, { deadline, signal }: ModelWork) {
  const bounds = { deadline: new Date(Math.max(deadline.getTime(), deps.clock().getTime() + GRACE_MS)), signal };
  const { bytes } = await send(deps, bounds, repeatable('download', deps), (options) => deps.api.view(file, options));
  const blanks = await Promise.all([blankPicture('jpeg'), blankPicture('png')]);
  if (blanks.some((blank) => blank.equals(bytes))) {
    throw new VendorError('unavailable', 'another worker has fetched the picture');
  }
  return bytes;
}

/** Always the same bytes. */
const blankPicture = (format: 'jpeg' | 'png'): Promise<Buffer> =>
  sharp({ create: { width: BLANK_SIDE, height: BLANK_SIDE, channels: 3, background: 'white' } })
    .toFormat(format)
    .toBuffer();

/** Overwrites files with a blank picture, as ComfyUI deletes none, and forgets the prompt; logs what fails. */
async function erase({ api, log }: ComfyDependencies, prompt: string, files: readonly ComfyFile[]): Promise<void> {
  const options = { timeoutMs: ERASE_TIMEOUT_MS };
  const blanked = await Promise.all(
    files.map(async (file) => {
      const format = file.filename.toLowerCase().endsWith('.png') ? 'png' : 'jpeg';
      return api.upload(file, await blankPicture(format), `image/${format}`, options);
    }),
  );
  // Last: a worker that misses the prompt uploads again, and must not have that overwritten.
  const forgotten = await api.forget(prompt, options);
  const failed = [...blanked, forgotten].filter((reply) => reply.outcome !== 'answered' || reply.status >= 300).length;
  if (failed > 0) log.warn({ prompt, failed }, 'deleting prompt files failed');
}
