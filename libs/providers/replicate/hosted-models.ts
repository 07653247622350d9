import type { ProgressStage } from '@styling/contracts';
import { anywhere, publicOnly, type Resolve, resolveBySystem } from '@styling/fetching';
import { ConfigError } from '@styling/service';
import {
  connectAttempts,
  downloadPicture,
  type EditedPicture,
  type ImageEditor,
  type ModelDependencies,
  type ModelWork,
  type Pausing,
  type PictureReader,
  type PictureSource,
  pausing,
  seedOf,
  structuredAnswer,
  toPublicError,
  usablePicture,
  VendorError,
} from '../frame/index.ts';
import { replicateApi } from './api.ts';
import { type InputDependencies, inputTransport, withInputUrls } from './inputs.ts';
import { ASPECT, imageModel, type ReplicateConfig, textModel } from './models.ts';
import { type Candidate, type Order, predict } from './predict.ts';

/** Progress from which an output is fetched, and made what is returned. */
const COPYING_FROM = 0.9;
/** Time after the deadline to fetch a picture finished by then; less than what `Work` leaves the worker. */
const COPYING_MS = 2_500;
const TIMEOUT_MS = 30_000;

/** Opens the configured image editors; the same `checkpointPrefix` resumes a prediction. @throws ConfigError */
export const openEditor = async (config: ReplicateConfig, deps: ModelDependencies) => connect(config, deps).editor;

/** Opens the configured vision-language models; see {@link openEditor}. */
export const openReader = async (config: ReplicateConfig, deps: ModelDependencies) => connect(config, deps).reader;

function connect(config: ReplicateConfig, { store, s3Endpoint, judgePicture, ...others }: ModelDependencies) {
  const { REPLICATE_API_TOKEN: token, REPLICATE_BASE_URL: baseUrl } = config;
  const known = <Model>(find: (name: string) => Model | undefined, variable: keyof ReplicateConfig) =>
    [variable, `${variable}_FALLBACK` as keyof ReplicateConfig].map((name) => {
      const model = String(config[name]);
      const row = find(model);
      if (!row) throw new ConfigError(`${name}: the inputs of this model are unknown; see libs/providers/replicate`);
      return { model, row };
    });
  const editors = known(imageModel, 'REPLICATE_MODEL_IMAGE');
  const readers = known(textModel, 'REPLICATE_MODEL_TEXT');

  const { attempt, close } = connectAttempts();
  const deps: InputDependencies = {
    ...pausing(others),
    store,
    api: replicateApi(attempt, baseUrl, token),
    timeoutMs: TIMEOUT_MS,
    transport: inputTransport(config.REPLICATE_INPUTS, s3Endpoint),
  };

  const made = <Made>(stage: ProgressStage, { accept, ...order }: Order<Made>, work: ModelWork) => {
    const onProgress = (fraction: number) => work.progress?.(stage, COPYING_FROM * fraction);
    const charged: Order<Made>['accept'] = (prediction, attempt) => {
      const { id, model } = prediction;
      // Without a known price too: after it nobody else may be asked.
      work.charged?.({ id, model, usd: imageModel(model)?.usd ?? 0 });
      return accept(prediction, attempt);
    };
    return predict(deps, { ...order, accept: charged, onProgress }, work);
  };

  const generateImage: ImageEditor['generateImage'] = ({ prompt, pictures, seed }, work) =>
    withInputUrls(deps, pictures, work, (images) => {
      const seedIn = (attempt: number) => (seed === undefined ? undefined : seedOf(seed, attempt));
      const candidates = editors.map(
        ({ model, row }): Candidate => ({
          model,
          input: (images, attempt) => row.input({ prompt, seed: seedIn(attempt), images }),
        }),
      );
      const accept: Order<EditedPicture>['accept'] = async ({ model, version, output }, attempt) => {
        const deadline = new Date(work.deadline.getTime() + COPYING_MS);
        const bytes = await copyOutput(deps, baseUrl, output, deadline).catch((error) => {
          // What cannot be fetched now is fetched by the next delivery.
          throw error instanceof VendorError && error.kind !== 'unusable' ? toPublicError(error) : error;
        });
        const [name = model] = model.split(':');
        const expected = { person: pictures[0]?.bytes, aspect: ASPECT, provider: 'replicate', model: name };
        return {
          ...(await usablePicture({ judgePicture, log: deps.log }, bytes, expected, work.signal)),
          model: model.includes(':') ? model : `${model}:${version}`,
          ...(imageModel(model)?.hasSeed && { seed: seedIn(attempt) }),
        };
      };
      return made('generating', { candidates, images, accept, checkpoint: 'prediction' }, work);
    });

  /** An invalid answer is repaired by the fallback model. */
  const answer: PictureReader['answer'] = (order, work) =>
    withInputUrls(deps, order.pictures, work, (images) =>
      structuredAnswer(order, async (question, isRepair) => {
        const candidates = (isRepair ? readers.toReversed() : readers).map(
          ({ model, row }): Candidate => ({ model, input: (images) => row.input({ ...question, images }) }),
        );
        const checkpoint = isRepair ? 'repair' : 'prediction';
        const accept: Order<unknown>['accept'] = async ({ output }) => output;
        return made('analysing', { candidates, images, accept, checkpoint }, work);
      }),
    );

  const both = { concurrency: config.REPLICATE_CONCURRENCY, close };
  const abilities = {
    references: Math.min(...editors.map(({ row }) => row.images)) - 1,
    seed: editors.every(({ row }) => row.hasSeed),
  };
  return {
    editor: { ...both, models: editors.map(({ model }) => model), abilities, generateImage },
    reader: { ...both, models: readers.map(({ model }) => model), answer },
  };
}

const DELIVERY = /^([a-z\d-]+\.)*replicate\.delivery$/;

/** Downloads an output's first picture, which expires after an hour: call it at once. @throws as `downloadPicture` */
export async function copyOutput(
  deps: Pausing & { readonly resolve?: Resolve },
  baseUrl: string,
  output: unknown,
  deadline: Date,
): Promise<Uint8Array> {
  const { host } = new URL(baseUrl);
  const file = firstFile(output, host);
  return downloadPicture(deps, file, sourceOf(file, host, deps.resolve), deadline);
}

/** Restricts redirects to the delivery hosts, which must be on the public internet, or to the API's host, which is configured. */
export const sourceOf = (file: string, apiHost: string, resolve?: Resolve): PictureSource =>
  isOfApi(new URL(file), apiHost)
    ? { policy: { ...anywhere, allowsUrl: (url) => isOfApi(url, apiHost) }, resolve: resolveBySystem }
    : { policy: { ...publicOnly, allowsUrl: isDelivery }, ...(resolve && { resolve }) };

/** The first URL in an output of any shape. @throws VendorError `failed`: none, or neither on delivery nor the API */
export function firstFile(output: unknown, apiHost: string): string {
  const files = textsOf(output).filter((text) => URL.canParse(text));
  if (!files.map((file) => new URL(file)).every((url) => isDelivery(url) || isOfApi(url, apiHost)))
    throw new VendorError('failed', 'output is on an unexpected host');
  const [file] = files;
  if (file === undefined) throw new VendorError('failed', 'output contains no file');
  return file;
}

const isDelivery = ({ protocol, port, hostname }: URL): boolean =>
  protocol === 'https:' && port === '' && DELIVERY.test(hostname);

/** Whether a URL is on the API's own host and port: stand-ins serve their files themselves. */
const isOfApi = ({ protocol, host }: URL, apiHost: string): boolean => /^https?:$/.test(protocol) && host === apiHost;

function textsOf(output: unknown): string[] {
  if (typeof output === 'string') return [output];
  return typeof output === 'object' && output !== null ? Object.values(output).flatMap(textsOf) : [];
}
