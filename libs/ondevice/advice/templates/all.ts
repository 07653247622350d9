import { dresses } from './dresses.ts';
import { outdoors } from './outdoors.ts';
import type { OutfitTemplate } from './outfit-template.ts';
import { relaxed } from './relaxed.ts';
import { tailored } from './tailored.ts';

/** All outfit templates; ties are resolved in this order. */
export const outfitTemplates: readonly OutfitTemplate[] = [...tailored, ...relaxed, ...outdoors, ...dresses];
