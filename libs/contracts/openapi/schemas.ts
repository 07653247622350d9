import { z } from 'zod';
import { analyzeOutfitBody, analyzeOutfitResponse, identifiedItem, product } from '../http/analyze-outfit.ts';
import { dailyLimitResponse, errorResponse, inProgressResponse } from '../http/error.ts';
import { generateImageBody, generateImageResponse } from '../http/generate-image.ts';
import { healthResponse } from '../http/health.ts';
import { imageRecord, imagesResponse } from '../http/images.ts';
import { styleMeBody, styleMeResponse } from '../http/style-me.ts';
import { tryOnOutfitBody, tryOnOutfitResponse } from '../http/try-on-outfit.ts';
import { usageRecord, usageResponse } from '../http/usage.ts';

const requests = {
  TryOnOutfitRequest: tryOnOutfitBody,
  GenerateImageRequest: generateImageBody,
  AnalyzeOutfitRequest: analyzeOutfitBody,
  StyleMeRequest: styleMeBody,
};
const responses = {
  Health: healthResponse,
  TryOnResult: tryOnOutfitResponse,
  GeneratedImage: generateImageResponse,
  OutfitAnalysis: analyzeOutfitResponse,
  IdentifiedItem: identifiedItem,
  Product: product,
  OutfitSuggestions: styleMeResponse,
  OutfitSuggestion: styleMeResponse.shape.outfits.element,
  Images: imagesResponse,
  ImageRecord: imageRecord,
  Usage: usageResponse,
  UsageRecord: usageRecord,
  RateLimit: usageResponse.shape.rate_limit,
  Error: errorResponse,
  DailyLimitError: dailyLimitResponse,
  InProgressError: inProgressResponse,
};

/** A schema of the document, by name. */
export type SchemaName = keyof typeof requests | keyof typeof responses;

/** Reference to a schema of the document. */
export const schemaRef = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

/**
 * The document's schemas (JSON Schema 2020-12), made from those that validate. Requests are as clients write them, and
 * fields beside those named are ignored; responses are as clients read them, and have no others.
 */
export const componentSchemas = (): Record<string, object> => ({
  ...schemasOf(requests, 'input'),
  ...schemasOf(responses, 'output'),
});

function schemasOf(schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const { schemas: generated } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    // A picture in a body is bytes to us and base64 on the wire, as its metadata says.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The bounds of a double's integers say nothing about the API.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return Object.fromEntries(Object.entries(generated).map(([id, { $schema, $id, ...schema }]) => [id, schema]));
}
