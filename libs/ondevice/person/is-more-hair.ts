/**
 * What is seen of an area that may be hair: its pixels, those of them that are likely or surely so, sums of the evidence that the classifier
 * of parts gives, and of that of colours and textures at `rim` places round it, and how many of its sides touch hair. Evidence is
 * a natural logarithm, for hair above 0.
 */
export type AreaOfHair = {
  pixels: number;
  likely: number;
  sure: number;
  told: number;
  rim: number;
  around: number;
  atHair: number;
};

/** Evidence from which a pixel is surely hair. */
const surely = 2;
/** The classifier's evidence from which likely pixels are hair, and below which it is not even in doubt. */
const seenAsHair = 1;
const inDoubt = -1;
/** Share of an area that has to be likely: the rest are gaps between strands. */
const leastLikely = 0.65;
/** Share of the likely pixels that have to be sure where it is in doubt, and where it is not but what lies around clearly looks otherwise. */
const leastSure = { inDoubt: 0.4, apart: 0.3 } as const;
const clearlyOther = -1.5;

/** An area of which no pixel was counted. */
export const noPixels = (): AreaOfHair => ({ pixels: 0, likely: 0, sure: 0, told: 0, rim: 0, around: 0, atHair: 0 });

/** Counts a pixel: its evidence by colours and texture, whether that makes it likely, and what the classifier says. */
export function addPixel(area: AreaOfHair, evidence: number, isLikely: boolean, told: number): void {
  area.pixels++;
  area.told += told;
  if (!isLikely) return;
  area.likely++;
  if (evidence > surely) area.sure++;
}

/**
 * Whether an area is hair that goes on: it touches hair, and the classifier of parts sees it as hair, too; or much of it looks surely like hair, and
 * the classifier is in doubt, or what lies around it looks otherwise.
 */
export function isMoreHair({ pixels, likely, sure, told, rim, around, atHair }: AreaOfHair): boolean {
  if (pixels === 0 || atHair === 0) return false;
  const says = told / pixels;
  if (says > seenAsHair) return true;
  if (likely < leastLikely * pixels) return false;
  if (says > inDoubt && sure > leastSure.inDoubt * likely) return true;
  return sure > leastSure.apart * likely && around < clearlyOther * rim;
}
