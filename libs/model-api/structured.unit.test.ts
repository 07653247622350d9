import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { structured } from './structured.ts';

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
    ['a byte order mark', `\ufeff${text}`],
    ['a fence in one line', `Sure! \`\`\`json ${text}\`\`\` there.`],
    ['a fence with braces around it', `In {braces}:\n\`\`\`json\n${text}\n\`\`\`\nThat {is} it.`],
    ['prose around it', `Here is your answer: ${text} I hope it helps.`],
    ['one bad element', { json_output: { items: [{ item: 7 }, ...answer.items, 'x'] } }],
    ['fields nobody asked for', { json_output: { ...answer, advert: 'https://evil.example' } }],
  ])('given %s, then the answer', (_, output) => {
    expect(structured(output, schema)).toEqual({ answer });
  });

  test('given JSON that quotes a fence, then it is not cut out', () => {
    const quoted = { items: [{ item: '```\n{}\n```' }] };
    expect(structured(JSON.stringify(quoted, null, 2), schema)).toEqual({ answer: quoted });
  });

  test.each([
    ['words', 'I see a blazer.', 'I see a blazer.'],
    ['nothing', null, ''],
    ['a file', { image: 'x' }, ''],
    ['another shape', { json_output: { items: ['blazer'] } }, '{"items":["blazer"]}'],
    ['JSON cut short', text.slice(0, -3), text.slice(0, -3)],
  ])('given %s, then what was said and what is wrong with it', (_, output, said) => {
    expect(structured(output, schema)).toEqual({ text: said, problem: expect.stringMatching(/./) });
  });

  test('given a schema violation, then the problem names its path', () => {
    expect(structured({ json_output: { items: [{}] } }, schema)).toMatchObject({
      problem: expect.stringContaining('items[0].item'),
    });
  });
});
