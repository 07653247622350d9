/**
 * Codes for the parts of an order that a picture only approximates, published in `image.created`. They contain nothing of the
 * description itself.
 *
 * - `sleeves_kept`, `length_kept`: the worn ones are longer, and no bare skin is invented
 * - `cut_kept`: trousers, skirts and shorts have the shape of the worn garment
 * - `not_in_picture`: the part of the body for the garment is not visible
 * - `colour_chosen`: no colour was given
 * - `reference_colour_only`: only colour and pattern of the reference were used
 * - `reference_cut_changed`: the reference's cloth with the cut of the described and worn garment
 * - `accessories_left_out`: the order names shoes, hats or accessories too
 */
export type Approximation =
  | 'sleeves_kept'
  | 'length_kept'
  | 'cut_kept'
  | 'not_in_picture'
  | 'colour_chosen'
  | 'reference_colour_only'
  | 'reference_cut_changed'
  | 'accessories_left_out';
