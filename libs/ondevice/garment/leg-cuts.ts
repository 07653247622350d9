/** Garments on the legs by how they are cut: skirts go round both legs, the others round each. */
export type LegCut =
  | 'straight skirt'
  | 'a-line skirt'
  | 'pleated skirt'
  | 'straight trousers'
  | 'wide trousers'
  | 'slim trousers';

export type SkirtCut = Extract<LegCut, `${string} skirt`>;
export type TrouserCut = Exclude<LegCut, SkirtCut>;

/**
 * What a garment is on the legs, the skirt of a dress and the legs of a jumpsuit too. `length`: 0 at the hip, 1 at the knee,
 * 2 at the ankle; trousers up to {@link longestShorts} are shorts.
 */
export type Lower = { cut: LegCut; length: number };

/** From the hip to just below the knee. */
export const longestShorts = 1.25;

/** Whether a cut goes round both legs. */
export const isSkirt = (cut: LegCut): cut is SkirtCut => cut.endsWith('skirt');

/** Words that change the cut a garment's name implies; the first that matches. */
const cutWords: readonly (readonly [RegExp, 'skirt' | 'trousers', LegCut])[] = [
  [/\bpleat/, 'skirt', 'pleated skirt'],
  [/\bpencil|\btube|\bstraight|\bbodycon|\bfitted/, 'skirt', 'straight skirt'],
  [/\ba[- ]line|\bflared?\b|\bcircle|\bskater|\bfull\b|\bflowing|\bflowy/, 'skirt', 'a-line skirt'],
  [/\bwide|\bpalazzo|\bflared?\b|\bbaggy|\bbell[- ]bottom|\bloose/, 'trousers', 'wide trousers'],
  [/\bskinny|\bslim|\btight|\btapered/, 'trousers', 'slim trousers'],
  [/\bstraight/, 'trousers', 'straight trousers'],
];

/** Words that change the length a garment's name implies; the first that matches. */
const lengthWords: readonly (readonly [RegExp, 'skirt' | 'trousers', number])[] = [
  [/\bmini\b|\bshort\b(?![- ]sleeve)/, 'skirt', 0.62],
  [/\bknee[- ]length/, 'skirt', 1],
  [/\bmidi\b|\bcalf|\btea[- ]length/, 'skirt', 1.45],
  [/\bmaxi\b|\bfloor|\bankle[- ]length|\blong (?!sleeve)/, 'skirt', 1.9],
  [/\bcapri|\bcropped\b/, 'trousers', 1.6],
];

/** `lower` as the words round a garment's name change it. */
export function cutAsSaid({ cut, length }: Lower, words: string): Lower {
  const kind = isSkirt(cut) ? 'skirt' : 'trousers';
  const saidCut = cutWords.find(([word, of]) => of === kind && word.test(words))?.[2];
  const saidLength = lengthWords.find(([word, of]) => of === kind && word.test(words))?.[2];
  const shorts = kind === 'trousers' && length <= longestShorts;
  return { cut: saidCut ?? cut, length: shorts ? length : (saidLength ?? length) };
}
