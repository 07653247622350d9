import { normaliseJpeg } from '@styling/imaging';
import { type ImageEditor, vendorName } from '@styling/model-api';
import { ServiceError } from '@styling/service';
import { answered, askDependencies, type ModelDependencies } from './answered.ts';
import type { Discovery } from './discover.ts';
import { EDITS, editPicture } from './edit-picture.ts';
import { endpointsOf } from './endpoints.ts';
import { openServer } from './server.ts';
import type { OpenAiConfig } from './variables.ts';

/** Longest side of a picture given to a model, in pixels. */
const MAX_SIDE = 1536;
/** From here on the picture is made what is returned. */
const MADE = 0.9;
const ASKED = 0.1;

/** The configured image editor. */
export type OpenAiImageEditor = ImageEditor & {
  readonly models: readonly string[];
  readonly isPaid: boolean;
  /** False while the server is not up. */
  readonly hasSeed: boolean;
  close(): Promise<void>;
};

/**
 * Connects to a server of `POST /images/edits`. `generateImage` throws ServiceErrors: `content_refused`, `deadline_exceeded`,
 * `unavailable`, `internal`, or one about an input picture.
 *
 * @throws ConfigError of one line that names the wrong variable
 */
export async function connectImageEditor(config: OpenAiConfig, deps: ModelDependencies): Promise<OpenAiImageEditor> {
  const { images: endpoint } = endpointsOf(config);
  const server = await openServer(endpoint, EDITS, deps.log);
  const asking = { ...askDependencies(deps), api: server.api, endpoint };
  return {
    models: [server.known?.model ?? endpoint.model ?? []].flat().map(vendorName),
    isPaid: endpoint.isPaid,
    hasSeed: server.known?.dialect.hasSeed ?? false,
    async generateImage({ prompt, pictures, seed }, work) {
      const jpegs = await Promise.all(
        pictures.map(async ({ bytes, field }) => (await normaliseJpeg(bytes, { field, maxSide: MAX_SIDE })).bytes),
      );
      work.progress?.('generating', ASKED);
      const order = { prompt, pictures: jpegs, size: config.OPENAI_IMAGES_SIZE, seed };
      const usd = config.OPENAI_IMAGES_USD;
      const edited = async (found: Discovery) => (await editPicture(asking, found, order, work)).bytes;
      const { bytes, model } = await answered(deps, server, `${work.checkpointPrefix}picture-`, edited, usd);
      // Without a known price too: after it nobody else may be asked.
      if (endpoint.isPaid || usd !== undefined) {
        work.charged?.({ id: `${work.checkpointPrefix}picture`, model, usd: usd ?? 0 });
      }
      work.progress?.('generating', MADE);
      // A picture that cannot be decoded is the model's fault, not the client's.
      const {
        bytes: image,
        width,
        height,
      } = await normaliseJpeg(bytes, { generated: true }).catch((cause) => {
        throw new ServiceError('internal', {}, { cause });
      });
      return { image, width, height, model, ...(server.known?.dialect.hasSeed && { seed }) };
    },
    close: server.close,
  };
}
