import type { StyleMeInput } from '@styling/contracts';
import { fenced } from '@styling/providers';

/** The prompt for advice: the number of outfits, the wishes, and the fields of each outfit. */
export function advicePrompt({ style_preferences, occasion, num_outfits }: StyleMeInput): string {
  return [
    `Recommend exactly ${num_outfits} ${num_outfits === 1 ? 'outfit' : 'outfits, clearly different from each other,'} to the person in the photo.`,
    ...(style_preferences ? ['Style preferences:', fenced('style_preferences', style_preferences)] : []),
    ...(occasion ? ['Occasion:', fenced('occasion', occasion)] : []),
    ...(style_preferences || occasion ? [] : ['No wishes were given: choose for everyday life.']),
    'For each outfit:',
    '- description: one to three sentences on the outfit as a whole and why it suits this person.',
    '- items: three to six pieces, each a few words with colour and material.',
    '- style: the style category in one to three words, such as smart casual.',
    '- clothing: the visible clothes in one sentence of at most 60 words, precise in colour, cut and material, without any words on the person or the scene: an image editor will be given nothing else.',
  ].join('\n');
}
