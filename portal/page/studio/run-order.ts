import {
  bytesOf,
  type Client,
  type ImageRecord,
  type Job,
  type JobResponse,
  type OutfitAnalysis,
  type OutfitSuggestions,
  type TryOnResult,
  type WaitOptions,
} from '@styling/client';
import { text } from '#texts/studio.ts';
import { analysedImage, type StudioOrder, sentPicture, styleMeOrder, type Tab, tryOnOrder } from './order.ts';
import type { MadeImage, Outcome, SuggestedOutfit } from './studio-state.ts';

/** How an order is sent or followed. */
export type Wait = { readonly onProgress: (job: Job) => void };

/**
 * Sends an order and waits for what comes of it.
 *
 * @throws ApiError, ConnectionError, TimeoutError, PictureError
 */
export async function runOrder(client: Client, order: StudioOrder, wait: Wait): Promise<Outcome> {
  const { seen, options } = watched(wait);
  const response = await send(client, order, options);
  return outcomeOf(client, order.tab, response, seen.image_ids, words(order));
}

/** Waits for a job of before. @throws as {@link runOrder} */
export async function resumeJob(client: Client, tab: Tab, jobId: string, wait: Wait): Promise<Outcome> {
  const { seen, options } = watched(wait);
  const response = await client.jobs.response(jobId, options);
  return outcomeOf(client, tab, response, seen.image_ids, '');
}

/** Keeps the images that the job has made: the response of suggestions does not name them. */
function watched({ onProgress }: Wait): { seen: { image_ids: readonly string[] }; options: WaitOptions } {
  const seen: { image_ids: readonly string[] } = { image_ids: [] };
  const watch = (job: Job) => {
    seen.image_ids = job.image_ids;
    onProgress(job);
  };
  return { seen, options: { onProgress: watch } };
}

function send(client: Client, order: StudioOrder, options: WaitOptions): Promise<JobResponse> {
  if (order.tab === 'try-on') return client.tryOn(tryOnOrder(order, sentPicture), options);
  if (order.tab === 'style-me') return client.styleMe(styleMeOrder(order, sentPicture), options);
  return client.analyzeOutfit(analysedImage(order, sentPicture), options);
}

async function outcomeOf(
  client: Client,
  tab: Tab,
  response: JobResponse,
  imageIds: readonly string[],
  worn: string,
): Promise<Outcome> {
  if (tab === 'try-on') {
    const { variants, ...first } = response as TryOnResult;
    const made = variants ?? [first];
    const images = made.map(async ({ image_id, seed }) => ({
      ...toImage(await client.images.get(image_id), text.result.alt(worn)),
      ...(seed !== undefined && { seed }),
    }));
    return { tab, images: await Promise.all(images), chosen: 0 };
  }
  if (tab === 'style-me') {
    const outfits = await outfitsOf(client, response as OutfitSuggestions, imageIds);
    // Those of a picture are in its record too, and shown with it.
    const approximations = ofWishes.filter(
      (code) => 'approximations' in response && response.approximations.includes(code),
    );
    return { tab, outfits, approximations };
  }
  return { tab, items: (response as OutfitAnalysis).items };
}

const ofWishes = ['occasion_not_understood', 'wishes_not_understood'];

/** The pictures of outfits are in the response; their records, in the same order, belong to those that could be made. */
async function outfitsOf(client: Client, { outfits }: OutfitSuggestions, imageIds: readonly string[]) {
  const records = await Promise.all(imageIds.map((id) => client.images.get(id)));
  let next = 0;
  return outfits.map(({ image_base64, mime_type, ...outfit }): SuggestedOutfit => {
    const record = image_base64 === '' ? undefined : records[next++];
    if (!record) return { ...outfit, image: null };
    const url = URL.createObjectURL(new Blob([bytesOf(image_base64)], { type: mime_type }));
    return { ...outfit, image: { ...toImage(record, text.styleMe.alt(outfit.style)), url } };
  });
}

/** A record as it is shown; one from before sizes were recorded is taken for a portrait. */
export function toImage(record: ImageRecord, alt: string): MadeImage {
  const { image_id, image_url, mime_type, approximations, provider, persistent, width, height } = record;
  const size = { width: width ?? 3, height: height ?? 4 };
  return {
    image_id,
    image_url,
    url: image_url,
    mime_type,
    approximations: approximations ?? [],
    isPreview: provider === 'ondevice',
    persistent,
    alt,
    ...size,
  };
}

/** What an order asks to wear, for who cannot see the picture. */
function words(order: StudioOrder): string {
  if (order.tab !== 'try-on') return '';
  return order.garments.flatMap(({ description }) => description ?? []).join(', ');
}
