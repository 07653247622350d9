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

/** A job that was begun before. */
export type PendingJob = { readonly tab: Tab; readonly job_id: string };
type Work = StudioOrder | PendingJob;

/**
 * Sends an order, or takes up a job of before, and waits for what comes of it.
 *
 * @throws ApiError, ConnectionError, TimeoutError, PictureError
 */
export async function runOrder(client: Client, work: Work, onProgress: (job: Job) => void): Promise<Outcome> {
  // The response of suggestions does not name the images that the job has made.
  let imageIds: readonly string[] = [];
  const watch = (job: Job) => {
    imageIds = job.image_ids;
    onProgress(job);
  };
  const response = await respond(client, work, { onProgress: watch });
  if (work.tab === 'try-on') {
    const { variants, ...first } = response as TryOnResult;
    const alt = text.result.alt(words(work));
    const images = (variants ?? [first]).map(async ({ image_id, seed }) => {
      const image = toImage(await client.images.get(image_id), alt);
      return { ...image, ...(seed !== undefined && { seed }) };
    });
    return { tab: work.tab, images: await Promise.all(images), chosen: 0 };
  }
  if (work.tab === 'style-me') {
    const outfits = await outfitsOf(client, response as OutfitSuggestions, imageIds);
    // Those of a picture are in its record too, and shown with it.
    const { approximations = [] } = response as { approximations?: readonly string[] };
    return { tab: work.tab, outfits, approximations: approximations.filter((code) => OF_WISHES.includes(code)) };
  }
  return { tab: work.tab, items: (response as OutfitAnalysis).items };
}

const OF_WISHES = ['occasion_not_understood', 'wishes_not_understood'];

function respond(client: Client, work: Work, options: WaitOptions): Promise<JobResponse> {
  if ('job_id' in work) return client.jobs.response(work.job_id, options);
  if (work.tab === 'try-on') return client.tryOn(tryOnOrder(work, sentPicture), options);
  if (work.tab === 'style-me') return client.styleMe(styleMeOrder(work, sentPicture), options);
  return client.analyzeOutfit(analysedImage(work, sentPicture), options);
}

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
  const { image_id, image_url, mime_type, persistent, provider, width, height } = record;
  return {
    image_id,
    image_url,
    mime_type,
    persistent,
    url: image_url,
    alt,
    width: width ?? 3,
    height: height ?? 4,
    approximations: record.approximations ?? [],
    isPreview: provider === 'ondevice',
  };
}

/** What an order asks to wear, for who cannot see the picture. */
const words = (work: Work): string =>
  'garments' in work ? work.garments.flatMap(({ description }) => description ?? []).join(', ') : '';
