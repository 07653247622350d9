/**
 * Codes for the parts of an order that a picture only approximates, published in `image.created`. They contain nothing of the
 * description itself.
 *
 * - `sleeves_kept`, `length_kept`: those worn stay: no bare skin is invented, and none is painted
 * - `tights_added`: opaque tights where trousers would show below a skirt or dress, as what they hide is unknown
 * - `cut_kept`: the shape of the worn garment, under whose folds the new one is painted
 * - `left_out`: a garment of a kind that is not worn, which the pose does not let be drawn
 * - `not_in_picture`: the part of the body for the garment is not visible
 * - `colour_chosen`: no colour was given
 * - `reference_colour_only`: only colour and pattern of the reference were used, as its outline was not found
 * - `reference_cut_changed`: the reference's cloth, sleeves, neckline and length as far as they are seen, not its exact outline
 * - `garment_left_out`: the engine does not draw such things, or draws one of a kind only, and two were ordered
 * - `accessories_left_out`: the order names shoes, hats, accessories or a tie too
 * - `details_left_out`: the order names details that are not drawn, as lace, ruffles, holes, words or pictures on the cloth, or has
 *   words that are in no table
 */
export type Approximation =
  | 'sleeves_kept'
  | 'length_kept'
  | 'tights_added'
  | 'cut_kept'
  | 'left_out'
  | 'not_in_picture'
  | 'colour_chosen'
  | 'reference_colour_only'
  | 'reference_cut_changed'
  | 'garment_left_out'
  | 'accessories_left_out'
  | 'details_left_out';
