import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { StructuredOutputError, structured } from './structured.ts';

const schema = z.object({ items: z.array(z.object({ item: z.string() })) });
const answer = { items: [{ item: 'blazer' }] };
const text = JSON.stringify(answer);

describe('structured', () => {
  test.each([
    ['json_output', { json_output: answer, text: 'ignored' }],
    ['json_output null beside a text', { json_output: null, text }],
    ['a text', { text }],
    ['a string', text],
    ['chunks', [text.slice(0, 5), text.slice(5)]],
    ['a fence', `\`\`\`json\n${text}\n\`\`\``],
    ['a fence with words around it', `Here you are:\n\`\`\`\n${text}\n\`\`\`\nEnjoy!`],
    ['fields nobody asked for', { json_output: { ...answer, advert: 'https://evil.example' } }],
  ])('given %s, then the answer', (_, output) => {
    expect(structured(output, schema)).toEqual(answer);
  });

  test('given JSON that quotes a fence, then it is not cut out', () => {
    const quoted = { items: [{ item: '```\n{}\n```' }] };
    expect(structured(JSON.stringify(quoted, null, 2), schema)).toEqual(quoted);
  });

  test.each([
    ['words', 'I see a blazer.', 'I see a blazer.'],
    ['nothing', null, ''],
    ['a file', { image: 'x' }, ''],
    ['another shape', { json_output: { items: ['blazer'] } }, '{"items":["blazer"]}'],
    ['JSON cut short', text.slice(0, -3), text.slice(0, -3)],
  ])('given %s, then an error that keeps what was said for the repair, and out of logs', (_, output, said) => {
    const error = thrown(() => structured(output, schema));
    expect(error).toBeInstanceOf(StructuredOutputError);
    expect(error).toMatchObject({ answer: said });
    expect(error.problem).not.toBe('');
    expect(Object.keys(error)).not.toContain('answer');
    expect(error.message).not.toContain('blazer');
  });

  test('given a schema violation, then the problem names its path', () => {
    expect(thrown(() => structured({ json_output: { items: [{}] } }, schema)).problem).toContain('items[0].item');
  });
});

function thrown(work: () => unknown): StructuredOutputError {
  try {
    work();
  } catch (error) {
    return error as StructuredOutputError;
  }
  throw new Error('nothing was thrown');
}
