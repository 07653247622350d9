import { type AnalyzeOutfitInput, acceptedImages, limits, outfitAnalysis } from '@styling/contracts';
import { base64Image, parseFields, readFields } from '@styling/http';
import { z } from 'zod';
import { fetchedImage } from '../assets/given-pictures.ts';
import { type Call, defineEndpoint, type Submission } from '../http/define-endpoint.ts';
import { jobResponse } from '../jobs/job-record.ts';
import { takeResult } from '../requests/answer-request.ts';

/** The specification's form. */
export const atAddress = z.object({ image_url: fetchedImage });
const sent = z.object({ image_base64: base64Image });

const body = z
  .object({
    image_url: fetchedImage
      .optional()
      .meta({ description: 'URL of the outfit image, publicly accessible. Required without `image_base64`' }),
    image_base64: base64Image
      .optional()
      .meta({ description: 'Without `image_url`: the outfit image, base64 (a data: prefix is accepted)' }),
  })
  .meta({ id: 'AnalyzeOutfitRequest' });

export const analyzeOutfit = defineEndpoint({
  id: 'analyzeOutfit',
  method: 'post',
  path: '/analyze_outfit',
  counted: true,
  summary: 'Identify the items of an outfit',
  description: `Identifies the pieces of clothing in an image, typically 2-6, with colour, style, category and price range,
and where similar pieces are sold if any shop was found. The image comes with the request, or from a URL that must be publicly
accessible, with up to ${limits.fetchedMegabytes} MB: ${acceptedImages}. Takes 5-15 seconds.`,
  body,
  example: { image_url: 'https://images.example.com/street-style.jpg' },
  success: {
    description: 'The items',
    schema: outfitAnalysis,
    example: {
      items: [
        {
          item: 'blazer',
          description: 'Navy single-breasted blazer',
          color: 'navy',
          style_tags: ['smart casual', 'classic'],
          category: 'top',
          price_range: 'mid-range',
          products: [
            {
              title: 'Single-breasted wool blazer, navy',
              url: 'https://shop.example.com/blazer-navy',
              thumbnail: 'https://shop.example.com/blazer-navy-small.jpg',
              price: '£129.00',
              store: 'Example Shop',
              snippet: 'Two buttons, notched lapels, half lined.',
            },
          ],
        },
      ],
    },
  },
  accepted: jobResponse,
  errors: [['required', { field: 'image_url' }], ['no_outfit', { field: 'image_url' }], ['content_refused']],
  async submission(call: Call): Promise<Submission<AnalyzeOutfitInput>> {
    const fields = await readFields(call, body);
    // The specification knows `image_url` only: given that, any other field is ignored.
    const isSent = fields.image_url === undefined && fields.image_base64 !== undefined;
    if (!isSent) return { capability: 'analysis', fields: parseFields(atAddress, fields), images: 0 };
    return { capability: 'analysis', fields: { image_url: null }, pictures: parseFields(sent, fields), images: 0 };
  },
  async answer(gateway, completed) {
    const { bytes } = await takeResult(gateway, completed);
    return outfitAnalysis.parse(JSON.parse(Buffer.from(bytes).toString()));
  },
});

/** An alias; usage counts the two paths separately. */
export const identifyClothing = defineEndpoint({
  ...analyzeOutfit,
  id: 'identifyClothing',
  path: '/identify_clothing',
  summary: 'Identify clothing',
  description: 'An alias of `POST /analyze_outfit`; usage counts the two paths separately.',
});
