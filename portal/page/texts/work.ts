const endpoints: Readonly<Record<string, string>> = {
  '/try_on_outfit': 'Try-on',
  '/generate_image': 'Picture',
  '/style_me': 'Style me',
  '/analyze_outfit': 'Analysis',
  '/identify_clothing': 'Analysis',
};

/** What a picture only approximates, by code. */
const approximations: Readonly<Record<string, string>> = {
  sleeves_kept: 'The sleeves are as long as in the photograph.',
  length_kept: 'The length is that of what is worn in the photograph.',
  tights_added: 'Tights were added where the photograph shows trousers.',
  cut_kept: 'The cut is that of what is worn in the photograph.',
  left_out: 'A garment was left out: in this pose it cannot be drawn.',
  not_in_picture: 'Part of the outfit lies outside the photograph.',
  colour_chosen: 'No colour was named, so one was chosen.',
  reference_colour_only: 'Only colour and pattern were taken from the picture of the garment.',
  reference_cut_changed: 'The cut of the garment in the picture was fitted, not copied.',
  reference_ignored: 'The picture of the garment was not used: only the words were.',
  garment_left_out: 'One garment was left out.',
  accessories_left_out: 'Shoes, hats and accessories were left out.',
  details_left_out: 'Details such as lace, ruffles or words on the cloth, or unknown words, were left out.',
  occasion_not_understood: 'Words of the occasion were not understood: the outfits follow the others.',
  wishes_not_understood: 'Words of the wishes were not understood: the outfits follow the others.',
};

/** What the service does, in words that several pages use. */
export const text = {
  endpoint: (path: string) => endpoints[path] ?? path,
  /** A sentence, also for a code that is newer than this page. */
  approximation: (code: string) => approximations[code] ?? `Approximated: ${code.replaceAll('_', ' ')}.`,
  stages: {
    preparing: 'Getting ready',
    finding_person: 'Finding the person',
    cutting_out: 'Cutting out the person',
    parsing: 'Reading the photo',
    advising: 'Choosing outfits',
    analysing: 'Looking at the outfit',
    generating: 'Making the picture',
    dressing: 'Dressing',
    composing: 'Putting the picture together',
    searching_products: 'Looking in shops',
  },
  number: (value: number, digits = 0) =>
    value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits }),
  percent: (fraction: number) => `${Math.round(fraction * 100)} %`,
};
