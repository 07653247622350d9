import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { outputSize } from '../frame/index.ts';
import { fillWorkflow, readWorkflow, type Workflow } from './workflow.ts';

const node = (class_type: string, inputs: object = {}, title?: string) => ({
  class_type,
  inputs,
  ...(title && { _meta: { title } }),
});
const minimal = {
  1: node('LoadImage', { image: '{{selfie}}' }),
  2: node('Edit', { image: ['1', 0], text: 'Dress: {{prompt}}' }),
  3: node('SaveImage', { images: ['2', 0] }),
};
const read = (more: object = {}) => readWorkflow(JSON.stringify({ ...minimal, ...more }));
const example = readWorkflow(readFileSync(new URL('./example-workflow.json', import.meta.url), 'utf8'));

describe('a workflow', () => {
  it('can what its placeholders say', () => {
    expect(read()).toMatchObject({ output: '3', references: 0, text: true, seed: false });
    expect(example).toMatchObject({ output: '48', references: 2, text: true, seed: true });
  });

  it('without a text can dress by a picture', () => {
    const byPicture = {
      2: node('Vton', { image: ['1', 0], garment: ['4', 0] }),
      4: node('LoadImage', { image: '{{garment_1}}' }),
    };
    expect(read(byPicture)).toMatchObject({ references: 1, text: false });
  });

  it('with several outputs gives that of the node with the title', () => {
    expect(read({ 4: node('PreviewImage', { images: ['2', 0] }, ' Output ') }).output).toBe('4');
    expect(read({ 3: node('SomeSaver', { images: ['2', 0] }, 'output') }).output).toBe('3');
  });

  test.each([
    ['not JSON', '{"1": {', /: not valid JSON/],
    ['the format of the editor', JSON.stringify({ nodes: [], links: [] }), /export it with "Export \(API\)"/],
    ['a list', '[]', /API format/],
    ['nothing', '{}', /API format/],
    ['a node without a class', JSON.stringify({ 1: { inputs: {} } }), /API format/],
  ])('given %s, then one line says so', (_, text, message) => {
    expect(() => readWorkflow(text)).toThrow(message);
  });

  test.each([
    ['no selfie', { 1: node('LoadImage', { image: 'x.png' }) }, 'the placeholder {{selfie}} is missing'],
    [
      'nothing to wear',
      { 2: node('Edit', { image: ['1', 0] }) },
      'one of the placeholders {{prompt}}, {{description}}',
    ],
    ['an unknown placeholder', { 4: node('X', { a: ['{{hat}}'] }) }, 'unknown placeholder {{hat}}'],
    ['a gap', { 4: node('LoadImage', { image: '{{garment_2}}' }) }, 'the placeholder {{garment_1}} is missing'],
    ['no output', { 3: node('Other') }, 'no output'],
    ['two outputs', { 4: node('SaveImage') }, 'several outputs (nodes 3, 4)'],
    ['a link to nowhere', { 4: node('X', { a: ['9', 0] }) }, 'node 4 is linked to node 9, which is missing'],
  ])('given %s, then one line says so', (_, more, message) => {
    expect(() => read(more)).toThrow(message);
  });
});

describe('the workflow of an order', () => {
  const values = { selfie: 's.jpg', prompt: 'a hat {{seed}} "quoted"', seed: 7, width: 832, height: 1_216 };
  const required = new Map([
    ['ReferenceLatent', ['conditioning']],
    ['ImageScaleToTotalPixels', ['image']],
    ['VAEEncode', ['pixels', 'vae']],
  ]);
  const classes = (filled: Workflow | undefined) => Object.values(filled ?? {}).map(({ class_type }) => class_type);

  it('has its values, numbers as numbers, and texts as they are', () => {
    const filled = fillWorkflow(example, { ...values, garment_1: 'g.jpg', garment_2: 'h.jpg' }, required);
    expect(filled?.[42]?.inputs).toEqual({ noise_seed: 7 });
    expect(filled?.[45]?.inputs).toEqual({ width: 832, height: 1_216, batch_size: 1 });
    expect(filled?.[4]?.inputs.text).toBe('a hat {{seed}} "quoted"');
    expect(filled?.[10]?.inputs.image).toBe('s.jpg');
    expect(Object.keys(filled ?? {})).toEqual(Object.keys(example.workflow));
  });

  it('leaves out what cannot run without a picture, and keeps what can', () => {
    const filled = fillWorkflow(example, { ...values, garment_1: 'g.jpg' }, required);
    expect(classes(filled).filter((name) => name === 'LoadImage')).toHaveLength(2);
    expect(filled?.[33]?.inputs).toEqual({ conditioning: ['23', 0] });
    const alone = fillWorkflow(example, values, required);
    expect(classes(alone).filter((name) => name === 'LoadImage')).toHaveLength(1);
    expect(alone?.[23]?.inputs).toEqual({ conditioning: ['13', 0] });
  });

  it('is none if the output cannot run without the picture, or a class is unknown', () => {
    const needed = new Map([...required, ['ReferenceLatent', ['latent']]]);
    expect(fillWorkflow(example, values, needed)).toBeUndefined();
    expect(fillWorkflow(example, values, new Map())).toBeUndefined();
  });
});

describe('the size of the picture', () => {
  test.each([
    [512, 600, 944, 1_104],
    [4_000, 4_000, 1_024, 1_024],
    [1_000, 9_000, 720, 1_456],
    [9_000, 1_000, 1_456, 720],
  ])('of a selfie of %i x %i is %i x %i', (width, height, wide, high) => {
    expect(outputSize({ width, height })).toEqual({ width: wide, height: high });
  });
});
