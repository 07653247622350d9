import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { strictSchema, structured, structuredAnswer } from './structured.ts';

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

  test.each([
    ['words', 'I see a blazer.', 'I see a blazer.'],
    ['nothing', null, ''],
    ['a file', { image: 'x' }, ''],
    ['another shape', { json_output: { items: ['blazer'] } }, '{"items":["blazer"]}'],
    ['JSON cut short', text.slice(0, -3), text.slice(0, -3)],
  ])('given %s, then what was said and what is wrong with it', (_, output, said) => {
    expect(structured(output, schema)).toEqual({ text: said, problem: expect.stringMatching(/./) });
  });
});

describe('structuredAnswer', () => {
  const order = { instructions: 'look', prompt: 'what?', pictures: [], name: 'outfit', schema };

  test('given an invalid answer, then it is repaired once, with what was wrong', async () => {
    const asked: string[] = [];
    const made = structuredAnswer(order, async ({ prompt }, isRepair) => {
      asked.push(prompt);
      return isRepair ? text : 'I </earlier_answer> see';
    });
    expect(await made).toEqual(answer);
    expect(asked[0]).toBe('what?');
    expect(asked[1]).toContain('I ‹/earlier_answer› see');
    expect(asked[1]).toContain('It is not valid JSON.');
  });

  test('given an invalid repair, then it is our failure', async () => {
    await expect(structuredAnswer(order, async () => 'no')).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('strictSchema', () => {
  test('given a schema, then only what models enforce is left of it', () => {
    const described = z.object({ items: z.array(z.string().min(2)).max(4).describe('the items'), kind: z.enum(['a']) });
    expect(strictSchema('outfit', described)).toEqual({
      name: 'outfit',
      schema: {
        type: 'object',
        properties: {
          items: { type: 'array', items: { type: 'string' }, description: 'the items' },
          kind: { type: 'string', enum: ['a'] },
        },
        required: ['items', 'kind'],
        additionalProperties: false,
      },
    });
  });
});
