/**
 * Codes for the parts of an order that a picture only approximates, published in `image.created`. They contain nothing of the
 * description itself.
 *
 * - `sleeves_kept`, `length_kept`: those worn stay: no bare skin is invented, and none is painted
 * - `neckline_kept`: as high as the worn one beside the neck, where what its collar hides of the neck cannot be continued
 * - `tights_added`: opaque tights where trousers would show below a skirt or dress, as what they hide is unknown
 * - `cut_kept`: the shape of the worn garment, as the pose, or a picture without the shoulders, does not let another one be drawn
 * - `left_out`: bare legs whose pose does not let a garment be drawn
 * - `not_in_picture`: the part of the body for the garment is not visible
 * - `colour_chosen`: no colour was given
 * - `reference_colour_only`: only colour and pattern of the reference were used, as its outline was not found
 * - `reference_cut_changed`: the reference's cloth, sleeves, neckline and length as far as they are seen, not its exact outline
 * - `garment_left_out`: the engine does not draw such things, or draws one of a kind only, and two were ordered
 * - `accessories_left_out`: the order names shoes, hats or accessories too, or a tie that the pose does not let be drawn
 * - `details_left_out`: the order names details that are not drawn, as lace, ruffles, holes, words or pictures on the cloth, or has
 *   words that are in no table
 */
export type Approximation =
  | 'sleeves_kept'
  | 'length_kept'
  | 'neckline_kept'
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
