import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { label } from './labels.ts';
import { uncoverShoulders } from './shoulders-under-hair.ts';

const portrait = drawPerson({ top: [20, 20, 24], height: 95 }).subject;
const { frame, labels } = portrait.parsed;
const { width } = portrait.size;
const onShoulder = 92 * width + Math.round(frame.head.chin[0] + 1.1 * frame.head.width);
const crown = Math.round(frame.head.brow[1] - 3) * width + Math.round(frame.head.brow[0]);

test('given hair that goes on into clothes of its colour, then what lies on the shoulders is clothes', () => {
  const hairy = labels.map((which) => (which === label.top ? label.hair : which));
  hairy[crown] = label.hair;
  const seen = uncoverShoulders(hairy, frame, portrait.size);
  expect([seen[onShoulder], seen[crown]]).toEqual([label.top, label.hair]);
});

test('given long hair between bare shoulders, then it stays hair', () => {
  const bare = labels.map((which, i) =>
    which === label.top ? (Math.abs((i % width) - frame.head.chin[0]) > 45 ? label.skin : label.hair) : which,
  );
  expect(uncoverShoulders(bare.slice(), frame, portrait.size)).toEqual(bare);
});

test('given a picture that shows the chest, then labels stay', () => {
  const { subject } = drawPerson({ top: [20, 20, 24] });
  const hairy = subject.parsed.labels.map((which) => (which === label.top ? label.hair : which));
  expect(uncoverShoulders(hairy.slice(), subject.parsed.frame, subject.size)).toEqual(hairy);
});
