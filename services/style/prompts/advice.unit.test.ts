import { expect, it } from 'vitest';
import { advicePrompt } from './advice.ts';

it('given no wishes, then there are no empty fences', () => {
  expect(advicePrompt({ style_preferences: '', occasion: '', num_outfits: 1 })).not.toMatch(/</);
});
