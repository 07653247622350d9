/**
 * What of a wish a picture only approximates, as codes that go into `image.created`; nothing of the description itself.
 *
 * - `sleeves_kept`, `length_kept`: longer ones are worn on the photograph, and no bare skin is made up
 * - `cut_kept`: trousers, skirts and shorts have the shape of what is worn
 * - `not_in_picture`: the part of the body that the garment is for cannot be seen
 * - `colour_chosen`: no colour was said
 * - `reference_colour_only`: colour and pattern of the reference, nothing else
 * - `reference_cut_changed`: the reference's cloth on the cut of what was said and is worn
 */
export type Approximation =
  | 'sleeves_kept'
  | 'length_kept'
  | 'cut_kept'
  | 'not_in_picture'
  | 'colour_chosen'
  | 'reference_colour_only'
  | 'reference_cut_changed';
