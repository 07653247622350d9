import { defineEndpoint } from '../http/define-endpoint.ts';
import { analyzeOutfit } from './analyze-outfit.ts';

/** An alias; usage counts the two paths separately. */
export const identifyClothing = defineEndpoint({
  ...analyzeOutfit,
  id: 'identifyClothing',
  path: '/identify_clothing',
  summary: 'Identify clothing',
  description: 'An alias of `POST /analyze_outfit`; usage counts the two paths separately.',
});
