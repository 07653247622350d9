import { dresses } from './dresses.ts';
import { outdoors } from './outdoors.ts';
import type { OutfitTemplate } from './outfit-template.ts';
import { relaxed } from './relaxed.ts';
import { tailored } from './tailored.ts';

/** All outfits there are; of equally fitting ones the first is advised first. */
export const outfitTemplates: readonly OutfitTemplate[] = [...tailored, ...relaxed, ...outdoors, ...dresses];
