import { structured } from '@styling/providers';
import { describe, expect, it } from 'vitest';
import { adviceAnswer, advicePrompt, readAdvice } from './hosted-style.ts';

const outfit = { description: 'Calm.', items: ['blazer'], style: 'casual', clothing: 'a blazer' };
/** What a client gets of this answer to a request for one outfit; undefined if it is not taken. */
function read(...outfits: object[]) {
  const answered = structured({ json_output: { outfits } }, adviceAnswer(1));
  return 'answer' in answered ? readAdvice(answered.answer, 1) : undefined;
}

describe('advice', () => {
  it('is plain text, whatever a model wrote', () => {
    const description = '<script>alert(1)</script>A \u202ecalm\u0000 <b>outfit</b>\ud83d';
    expect(read({ ...outfit, description, items: ['<i>blazer</i>'] })).toMatchObject([
      { description: 'A calm outfit \ufffd', items: ['blazer'] },
    ]);
  });

  it('is cut where it is too long', () => {
    const long = { ...outfit, description: 'x'.repeat(5_000), items: Array.from({ length: 40 }, () => 'hat') };
    const [only] = read(long) ?? [];
    expect(only?.description).toHaveLength(1_000);
    expect(only?.items).toHaveLength(10);
  });

  it('leaves out outfits that are not usable, and is asked for again where too few remain', () => {
    expect(read({ ...outfit, clothing: '<br>' }, { ...outfit, style: 'formal' })).toMatchObject([{ style: 'formal' }]);
    expect(read({ ...outfit, clothing: 7 })).toBeUndefined();
  });
});

it('given no wishes, then the prompt has no empty fences', () => {
  expect(advicePrompt({ style_preferences: '', occasion: '', num_outfits: 1 })).not.toMatch(/</);
});
