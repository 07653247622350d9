const endpoints: Readonly<Record<string, string>> = {
  '/try_on_outfit': 'Try-on',
  '/generate_image': 'Picture',
  '/style_me': 'Style me',
  '/analyze_outfit': 'Analysis',
  '/identify_clothing': 'Analysis',
};

const approximations: Readonly<Record<string, string>> = {
  sleeves_kept: 'The sleeves are as long as in the photo.',
  length_kept: 'The garment is as long as in the photo.',
  cut_kept: 'The cut is that of the photo.',
  tights_added: 'Tights were added where legs were hidden.',
  left_out: 'Part of the order could not be drawn.',
  garment_left_out: 'A garment could not be drawn.',
  accessories_left_out: 'Accessories could not be drawn.',
  details_left_out: 'Details of the cloth could not be drawn.',
  occasion_not_understood: 'Words of the occasion were not understood.',
  wishes_not_understood: 'Words of the wishes were not understood.',
  not_in_picture: 'Part of the body is not in the photo, so a garment for it was left out.',
  colour_chosen: 'No colour was named, so one was chosen.',
  reference_colour_only: 'Only the colour of the reference picture was used.',
  reference_cut_changed: 'The cut differs from the reference picture.',
  reference_ignored: 'The reference picture was not used.',
};

/** What the service does, in words that several pages use. */
export const text = {
  endpoint: (path: string) => endpoints[path] ?? path,
  /** One sentence; undefined for a code that is newer than this page. */
  approximation: (code: string) => approximations[code],
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
