import { normaliseJpeg } from '@styling/imaging';
import {
  type PictureReader,
  repairPrompt,
  strictSchema,
  structured,
  VendorError,
  vendorName,
} from '@styling/model-api';
import { ServiceError } from '@styling/service';
import { answered, askDependencies, type ModelDependencies } from './answered.ts';
import { COMPLETIONS, completeChat } from './complete-chat.ts';
import { endpointsOf } from './endpoints.ts';
import { openServer } from './server.ts';
import type { OpenAiConfig } from './variables.ts';

/** Longest side of a picture given to a model, in pixels. */
const MAX_SIDE = 1536;
const ASKED = 0.1;

/** The configured language model that reads pictures. */
export type OpenAiPictureReader = PictureReader & {
  readonly models: readonly string[];
  readonly isPaid: boolean;
  close(): Promise<void>;
};

/**
 * Connects to a server of `POST /chat/completions`. `answer` repairs an invalid answer once, and throws ServiceErrors:
 * `content_refused`, `deadline_exceeded`, `unavailable`, `internal`, or one about an input picture.
 *
 * @throws ConfigError of one line that names the wrong variable
 */
export async function connectPictureReader(
  config: OpenAiConfig,
  deps: ModelDependencies,
): Promise<OpenAiPictureReader> {
  const { chat: endpoint } = endpointsOf(config);
  const server = await openServer(endpoint, COMPLETIONS, deps.log);
  const asking = { ...askDependencies(deps), api: server.api };
  return {
    models: [server.known?.model ?? endpoint.model ?? []].flat().map(vendorName),
    isPaid: endpoint.isPaid,
    async answer({ instructions, prompt, pictures, name, schema }, work) {
      const jpegs = await Promise.all(
        pictures.map(async ({ bytes, field }) => (await normaliseJpeg(bytes, { field, maxSide: MAX_SIDE })).bytes),
      );
      work.progress?.('analysing', ASKED);
      const ask = async (text: string, what: string) => {
        const question = { instructions, prompt: text, pictures: jpegs, answer: strictSchema(name, schema) };
        const { bytes } = await answered(deps, server, `${work.checkpointPrefix}${what}-`, async ({ model }) =>
          Buffer.from(await completeChat(asking, model, question, work)),
        );
        return structured(Buffer.from(bytes).toString(), schema);
      };
      const first = await ask(prompt, 'text');
      if ('answer' in first) return first.answer;
      const repaired = await ask(repairPrompt(prompt, first), 'repair');
      if ('answer' in repaired) return repaired.answer;
      const cause = new VendorError('failed', 'answer does not match the schema, nor does the repaired one');
      throw new ServiceError('internal', {}, { cause });
    },
    close: server.close,
  };
}
