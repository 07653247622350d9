import { endpointList } from '@styling/http';
import type { Endpoint } from '../http/define-endpoint.ts';
import { analyzeOutfit } from './analyze-outfit.ts';
import { createAsset } from './create-asset.ts';
import { deleteAsset } from './delete-asset.ts';
import { deleteImage } from './delete-image.ts';
import { generateImage } from './generate-image.ts';
import { getAsset } from './get-asset.ts';
import { getHealth } from './get-health.ts';
import { getImage } from './get-image.ts';
import { getUsage } from './get-usage.ts';
import { identifyClothing } from './identify-clothing.ts';
import { listAssets } from './list-assets.ts';
import { listImages } from './list-images.ts';
import { styleMe } from './style-me.ts';
import { tryOnOutfit } from './try-on-outfit.ts';

/** Every endpoint, in the order of the documentation. */
export const endpoints = endpointList<Endpoint>([
  tryOnOutfit,
  generateImage,
  styleMe,
  analyzeOutfit,
  identifyClothing,
  listImages,
  getImage,
  deleteImage,
  createAsset,
  listAssets,
  getAsset,
  deleteAsset,
  getUsage,
  getHealth,
]);
