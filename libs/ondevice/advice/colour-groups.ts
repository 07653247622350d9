import type { ColourName } from '../garment/colour-names.ts';

/** Colours that share an everyday name: "no blue" excludes navy, too. */
export const colourFamilies: Readonly<Partial<Record<ColourName, readonly ColourName[]>>> = {
  red: ['dark red', 'burgundy'],
  blue: ['light blue', 'sky blue', 'royal blue', 'denim', 'navy', 'indigo'],
  green: ['dark green', 'emerald', 'mint', 'sage', 'olive'],
  pink: ['light pink', 'hot pink', 'magenta'],
  purple: ['lavender', 'lilac', 'plum'],
  brown: ['dark brown', 'tan', 'camel'],
  grey: ['light grey', 'dark grey', 'charcoal'],
  beige: ['cream', 'tan', 'khaki', 'camel'],
  white: ['ivory', 'cream'],
  orange: ['rust', 'coral', 'peach'],
  yellow: ['mustard', 'gold'],
};

/** Words for a group of colours with a common mood. */
export const colourMoods: readonly (readonly [RegExp, readonly ColourName[]])[] = [
  [/\bpastels?\b/, ['light blue', 'light pink', 'lavender', 'mint', 'peach', 'lilac']],
  [/\bneutrals?\b|\bnude tones?\b/, ['beige', 'grey', 'ivory', 'camel', 'charcoal']],
  [/\bearth(?:y|en)?(?:[- ]ton\w+| colou?rs)?\b/, ['olive', 'rust', 'camel', 'brown', 'khaki']],
  [/\bjewel[- ]ton\w+\b/, ['emerald', 'royal blue', 'burgundy', 'purple']],
  [/\b(?:bright|vivid|colou?rful|vibrant)\b/, ['red', 'royal blue', 'emerald', 'yellow', 'hot pink', 'orange']],
  [/\bdark (?:colou?rs?|tones?|shades?|clothes)\b/, ['black', 'charcoal', 'navy', 'burgundy', 'dark green']],
  [/\blight (?:colou?rs?|tones?|shades?|clothes)\b/, ['white', 'ivory', 'beige', 'light blue', 'light grey']],
];
