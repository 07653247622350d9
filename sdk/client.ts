import { eventCalls } from './events.ts';
import type { Asset, ImageRecord, Job, ListJobsData, OutfitAnalysis, Timeline, Usage } from './generated/types.gen.ts';
import * as orders from './orders.ts';
import { itemsOf, type ListOptions } from './pages.ts';
import { fetched, type Picture, pictureBytes } from './picture.ts';
import * as requests from './run-request.ts';
import { type Body, bodiesOf, type Settings, type Signalled } from './transport.ts';
import { webhookCalls } from './webhooks.ts';

/** How to reach the service. */
export type ClientOptions = {
  /** Address of the service, e.g. `https://api.example.com`. */
  readonly baseUrl: string;
  /**
   * The key of the user for whom everything is done. Keep it out of pages that others can read. A page of the service's own origin, whose
   * user is signed in, leaves it out: the cookie of the session takes its place.
   */
  readonly apiKey?: string;
  /** Most tries after the first, of each HTTP request; default 5. */
  readonly maxRetries?: number;
  /** Within which the response to one try must be complete, uploads included, in ms; default: a minute. */
  readonly tryTimeoutMs?: number;
  /** Default: that of the platform. */
  readonly fetch?: typeof globalThis.fetch;
  /** From 0 to 1, for the jitter of retries. */
  readonly random?: () => number;
};

/** A client of the image styling service; see `createClient`. */
export type Client = ReturnType<typeof createClient>;

/**
 * Creates a client of the image styling service.
 *
 * Every call retries what can be retried: lost connections, 503, and the 429 of a request in progress, with pauses that grow, have
 * jitter, and are at least `Retry-After`. Calls reject with an {@link ApiError}, whose `code` says what is wrong, a
 * {@link ConnectionError}, a {@link TimeoutError}, a {@link PictureError}, or the reason of an aborted `signal`.
 *
 * @throws TypeError when the address is not one of http or https, or the key cannot be one
 */
export function createClient(options: ClientOptions) {
  const settings = settingsOf(options);
  const run = <Id extends Parameters<typeof requests.runRequest>[1]>(
    id: Id,
    body: (source: { fetch: typeof fetch; signal: AbortSignal }) => Promise<Body<Id>>,
    options: requests.RunOptions | undefined,
  ): Promise<requests.Result<Id>> =>
    requests.runRequest(settings, id, (signal) => body({ fetch: settings.fetch, signal }), newIdempotencyKey, options);
  const bodyOf = bodiesOf(settings);

  return {
    /**
     * An image of a person in an outfit, kept as an image record: for 24 hours, or for ever with `store_image`. Takes seconds, with
     * hosted models up to half a minute. Counts toward the daily limit, once for each of the `variants`.
     */
    tryOn: (order: orders.TryOnOrder, options?: requests.RunOptions) =>
      run('tryOnOutfit', (source) => orders.tryOnBody(order, source), options),

    /** The same, but the image is in the response, in base64, and no record is kept. Counts toward the daily limit. */
    generateImage: (order: orders.GenerateImageOrder, options?: requests.RunOptions) =>
      run('generateImage', (source) => orders.generateImageBody(order, source), options),

    /**
     * One to four outfits that suit a person and an occasion, each with an image in base64, empty if it could not be made. Takes up
     * to 90 seconds. Counts toward the daily limit.
     */
    styleMe: (order: orders.StyleMeOrder, options?: requests.RunOptions) =>
      run('styleMe', (source) => orders.styleMeBody(order, source), options),

    /**
     * The items of an outfit picture, with colours, styles and, if found, shops. Counts toward the daily limit.
     *
     * @param image a picture, or an image that the service made; one at an address is fetched by the service
     */
    analyzeOutfit: (image: Picture | orders.ImageName, options?: requests.RunOptions): Promise<OutfitAnalysis> =>
      run(
        'analyzeOutfit',
        async (source) => {
          if (!orders.isImage(image)) return orders.pictureFields(image, source);
          const record = await bodyOf('getImage', { path: { id: image.image_id } }, { signal: source.signal });
          return orders.pictureFields(record.image_url, source);
        },
        options,
      ),

    /** Requests that make something; each is a job, synchronous ones of other clients too. */
    jobs: {
      /** A job as it is now. @throws ApiError `job_not_found` */
      get: (id: string, options?: Signalled): Promise<Job> => bodyOf('getJob', { path: { id } }, options),
      /** The jobs of the last 30 days, newest first. */
      list: ({ status, ...options }: ListOptions & Pick<NonNullable<ListJobsData['query']>, 'status'> = {}) =>
        itemsOf(settings, 'listJobs', ({ jobs }) => jobs, options, { query: status && { status } }),
      /** A job as it is now, and whenever it has changed, until it has ended. */
      follow: (id: string, options: requests.FollowOptions = {}) =>
        requests.followJob(settings, id, { progress: true, ...options }),
      /**
       * Waits for a job and returns its response, as the call that began it would have. It can be fetched for a day.
       *
       * @throws ApiError as that call; `job_not_found`, `response_expired`
       */
      response: (id: string, options?: requests.WaitOptions): Promise<requests.JobResponse> =>
        requests.awaitResponse(settings, id, options),
      /** Asks for the end of a job; it stays as it is if it has ended. Can be repeated. @throws ApiError `job_not_found` */
      cancel: (id: string, options?: Signalled): Promise<Job> =>
        bodyOf('cancelJob', { path: { id } }, { repeatable: true, ...options }),
      /** What happened to a job, and when. @throws ApiError `job_not_found` */
      timeline: (id: string, options?: Signalled): Promise<Timeline> =>
        bodyOf('getJobTimeline', { path: { id } }, options),
    },

    /** Images that were made with any key of the user. */
    images: {
      /** @throws ApiError `image_not_found` */
      get: (id: string, options?: Signalled): Promise<ImageRecord> => bodyOf('getImage', { path: { id } }, options),
      /** All images, newest first. */
      list: (options?: ListOptions) => itemsOf(settings, 'listImages', ({ images }) => images, options),
      /** Keeps an image for ever that would expire. Can be repeated. @throws ApiError `image_not_found` */
      keep: (id: string, options?: Signalled): Promise<ImageRecord> =>
        bodyOf('keepImage', { path: { id } }, { repeatable: true, ...options }),
      /** @throws ApiError `image_not_found` */
      delete: async (id: string, options?: Signalled): Promise<void> => {
        await bodyOf('deleteImage', { path: { id } }, options);
      },
      /** The bytes of an image. @throws PictureError when they cannot be fetched */
      download: async (image: { readonly image_url: string; readonly mime_type: string }, options?: Signalled) =>
        new Blob([await fetched(new URL(image.image_url), { ...settings, ...options })], { type: image.mime_type }),
    },

    /** Pictures that were uploaded once, to be named in later requests. */
    assets: {
      /**
       * Uploads a picture; a selfie is checked at once.
       *
       * @param options.kind default: `selfie`
       * @param options.expiresInSeconds how long it is kept after its last use; default: 30 days
       * @throws ApiError `no_person`, `several_people`, `not_an_image`, `incomplete_image`, `too_many_assets`
       */
      upload: async (
        picture: Picture,
        options: Signalled & { kind?: Asset['kind']; expiresInSeconds?: number } = {},
      ): Promise<Asset> => {
        const { kind = 'selfie', expiresInSeconds, signal } = options;
        const bytes = await pictureBytes(picture, { fetch: settings.fetch, signal });
        const query = { kind, ...(expiresInSeconds !== undefined && { expires_in: expiresInSeconds }) };
        // The generated type is that of the form, in place of which the picture itself may be sent.
        const body = new Blob([bytes], { type: 'image/*' }) as unknown as Body<'createAsset'>;
        return bodyOf('createAsset', { query, body }, { signal });
      },
      /** @throws ApiError `no_such_asset` */
      get: (id: string, options?: Signalled): Promise<Asset> => bodyOf('getAsset', { path: { id } }, options),
      /** All uploaded pictures, newest first. */
      list: (options?: ListOptions) => itemsOf(settings, 'listAssets', ({ assets }) => assets, options),
      /** @throws ApiError `no_such_asset` */
      delete: async (id: string, options?: Signalled): Promise<void> => {
        await bodyOf('deleteAsset', { path: { id } }, options);
      },
    },

    /** Keys of the user, for one that may manage them, or a session. */
    keys: {
      /** Pages of all keys: those that are not revoked come first, then the newest of those that are. */
      list: (options?: ListOptions) => itemsOf(settings, 'listKeys', ({ keys }) => keys, options),
    },

    /** What happened to the user's jobs, images, keys, limits and webhooks. */
    events: eventCalls(settings),
    /** Where events are sent. */
    webhooks: webhookCalls(settings),

    /** Requests of this key, and what is left of the user's daily limit. */
    usage: (options?: Signalled): Promise<Usage> => bodyOf('getUsage', {}, options),

    /** Any endpoint, by its operation id in the OpenAPI document. @returns the body of its success */
    call: bodyOf,
  };
}

function settingsOf(options: ClientOptions): Settings {
  const { baseUrl, apiKey, maxRetries = 5, tryTimeoutMs = 60_000, random = Math.random } = options;
  const { fetch = globalThis.fetch } = options;
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new TypeError('baseUrl must be an http or https address');
  }
  const isPage = 'location' in globalThis;
  if (apiKey === undefined ? !isPage : !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey must be a key of the service');
  }
  // Browsers refuse to call their `fetch` as a method.
  const send: typeof fetch = (input, init) => fetch(input, init);
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, maxRetries, tryTimeoutMs, random, fetch: send };
}

/** 128 random bits. `crypto.randomUUID` is there in secure contexts only. */
const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
