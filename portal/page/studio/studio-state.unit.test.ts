import { describe, expect, it } from 'vitest';
import { orderOf } from './order-of.ts';
import {
  evolve,
  initialState,
  type MadeImage,
  type Sitter,
  type StudioEvent,
  type StudioState,
} from './studio-state.ts';

const after = (...events: StudioEvent[]): StudioState => events.reduce(evolve, initialState);
const texts = ({ garments }: StudioState) => garments.map(({ text }) => text);
const sitter: Sitter = {
  url: 'blob:1',
  width: 512,
  height: 600,
  alt: 'me',
  given: { kind: 'image', image_id: 'img_1' },
};
const chosen: StudioEvent = { type: 'changed', fields: { sitter } };
const typed = (text: string): StudioEvent => ({ type: 'garment_changed', key: 0, garment: { text } });
const image = (image_id: string): MadeImage => ({
  image_id,
  image_url: 'http://x/1.jpg',
  url: 'http://x/1.jpg',
  mime_type: 'image/jpeg',
  alt: '',
  width: 10,
  height: 12,
  approximations: [],
  isPreview: false,
  persistent: false,
});
const began: StudioEvent = { type: 'began', tab: 'try-on', order: null, before: sitter };
const ended = (...ids: string[]): StudioEvent => ({
  type: 'ended',
  tab: 'try-on',
  outcome: { tab: 'try-on', images: ids.map(image), chosen: 0 },
});

describe('garments', () => {
  const ideas = ['a camel coat', 'a green jumper'];
  const idea = (name: string): StudioEvent => ({ type: 'idea_chosen', idea: name, ideas });

  it('given nothing written, an idea fills the line; another one replaces it', () => {
    expect(texts(after(idea('a camel coat')))).toEqual(['a camel coat']);
    expect(texts(after(idea('a camel coat'), idea('a green jumper')))).toEqual(['a green jumper']);
  });

  it('given own words, an idea is added to them', () => {
    expect(texts(after(typed('my own'), idea('a camel coat')))).toEqual(['my own', 'a camel coat']);
  });

  it('given an empty line, a picture takes its place', () => {
    const picture = { kind: 'address', address: 'https://x/y.jpg' } as const;
    expect(after({ type: 'garment_added', garment: { picture } }).garments).toMatchObject([{ picture }]);
  });

  it('given the last one is removed, an empty line is left', () => {
    expect(texts(after(typed('a coat'), { type: 'garment_removed', key: 0 }))).toEqual(['']);
  });

  it('given six, no other is added', () => {
    const add: StudioEvent = { type: 'garment_added', garment: { text: 'x' } };
    expect(after(add, add, add, add, add, add, add).garments).toHaveLength(6);
  });
});

describe('an order', () => {
  it.each<[string, StudioEvent[], string]>([
    ['nobody', [typed('a coat')], 'sitter'],
    ['no garment', [chosen, typed('  ')], 'garments'],
    [
      'half an address',
      [chosen, { type: 'garment_added', garment: { picture: { kind: 'address', address: 'htt' } } }],
      'garment_address',
    ],
    ['no number as a seed', [chosen, typed('a coat'), { type: 'changed', fields: { seed: '1.5' } }], 'seed'],
  ])('of %s lacks something', (_, events, missing) => {
    expect(orderOf(after(...events), 'try-on')).toEqual({ missing });
  });

  it('has only what was chosen', () => {
    expect(orderOf(after(chosen, typed(' a coat ')), 'try-on')).toEqual({
      order: { tab: 'try-on', selfie: sitter.given, garments: [{ description: 'a coat' }], mode: 'model_shot' },
    });
    const more = { variants: 3, seed: '0', isKept: true, mode: 'reference_environment' } as const;
    expect(orderOf(after(chosen, typed('a coat'), { type: 'changed', fields: more }), 'try-on')).toMatchObject({
      order: { variants: 3, seed: 0, store_image: true, mode: 'reference_environment' },
    });
  });

  it('of outfits needs no words', () => {
    expect(orderOf(after(chosen), 'style-me')).toEqual({
      order: { tab: 'style-me', selfie: sitter.given, num_outfits: 2 },
    });
  });

  it('of an analysis takes web addresses only', () => {
    const at = (link: string) => after({ type: 'changed', fields: { link } });
    expect(orderOf(at('javascript:alert(1)'), 'analyse')).toEqual({ missing: 'subject' });
    expect(orderOf(at(' https://x.example/a.jpg '), 'analyse')).toEqual({
      order: { tab: 'analyse', image: { kind: 'address', address: 'https://x.example/a.jpg' } },
    });
  });

  it('of an analysis has the picture that was given, and of an image of before its address', () => {
    const of = (given: Sitter['given']) => after({ type: 'changed', fields: { subject: { ...sitter, given } } });
    const file = { kind: 'file', blob: new Blob(['x']), name: 'me.jpg' } as const;
    expect(orderOf(of(file), 'analyse')).toEqual({ order: { tab: 'analyse', image: file } });
    expect(orderOf(of(sitter.given), 'analyse')).toEqual({
      order: { tab: 'analyse', image: { ...sitter.given, image_url: sitter.url } },
    });
  });
});

describe('a request', () => {
  it('given it ended, its pictures are shown and come first of those made', () => {
    const state = after(chosen, began, ended('img_a'), began, ended('img_b', 'img_c'));
    expect(state.made.map(({ image }) => image.image_id)).toEqual(['img_b', 'img_c', 'img_a']);
    expect(state.runs['try-on']).toMatchObject({ at: 'done', before: sitter });
  });

  it('given it ended, what is reported late changes nothing', () => {
    const state = after(chosen, began, ended('img_a'));
    expect(evolve(state, { type: 'cancel_asked', tab: 'try-on' })).toBe(state);
  });

  it('given another person is chosen, the result makes way, a running request does not', () => {
    expect(after(chosen, began, ended('img_a'), chosen).runs['try-on'].at).toBe('idle');
    expect(after(chosen, began, chosen).runs['try-on'].at).toBe('running');
  });

  it('given its only image is deleted, the result makes way; others stay', () => {
    const remove = (image_id: string): StudioEvent => ({ type: 'image_deleted', image_id });
    expect(after(began, ended('img_a'), remove('img_a'))).toMatchObject({
      made: [],
      runs: { 'try-on': { at: 'idle' } },
    });
    expect(after(began, ended('img_a', 'img_b'), remove('img_a')).runs['try-on']).toMatchObject({ at: 'done' });
  });

  it('given a result is kept, it and its place in the strip say so', () => {
    const state = after(began, ended('img_a'), { type: 'image_kept', image_id: 'img_a' });
    expect(state).toMatchObject({
      made: [{ image: { persistent: true } }],
      runs: { 'try-on': { outcome: { images: [{ persistent: true }] } } },
    });
  });

  it('given a result, dressing it further makes it the person', () => {
    const state = after(chosen, began, ended('img_a'), { type: 'dressed_further', image: image('img_a') });
    expect(state.sitter?.given).toEqual({ kind: 'image', image_id: 'img_a' });
    expect(state.runs['try-on'].at).toBe('idle');
  });
});
