import { analyzeOutfit, identifyClothing } from './analyze-outfit.ts';
import { generateImage } from './generate-image.ts';
import { styleMe } from './style-me.ts';
import { tryOnOutfit } from './try-on-outfit.ts';

/** The endpoints that take a slot and count: their requests are jobs. In the order of the documentation. */
export const countedEndpoints = [tryOnOutfit, generateImage, styleMe, analyzeOutfit, identifyClothing] as const;
