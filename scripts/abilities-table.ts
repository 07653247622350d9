import { providerNames, providerOf } from '@styling/capability';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
const yes = (value: boolean): string => (value ? 'yes' : 'no');

/** docs/models.md: what each provider can, as declared. */
export const abilitiesTable = (): string =>
  table(
    ['', ...providerNames.map((name) => `\`${name}\``)],
    [
      ...column('capabilities', ({ does }) => does.join(', ')),
      ...column('costs money', ({ isPaid }) => yes(isPaid)),
      ...column('pictures of garments at once', ({ abilities }) => String(abilities.references)),
      ...column('dresses by a description', ({ abilities }) => yes(abilities.text)),
      ...column('the same seed repeats a result', ({ abilities }) => yes(abilities.seed)),
      ...column('keeps to a mask', ({ abilities }) => yes(abilities.mask)),
      ...column('categories', ({ abilities }) => abilities.categories.join(', ')),
      ...column('a cancel ends its work', ({ abilities }) => yes(abilities.cancellable)),
      ...column('resumes after a crash', ({ abilities }) => yes(abilities.resumable)),
      ...column('judges selfies itself', ({ judgesSelfies }) => yes(judgesSelfies)),
    ],
  );

const column = (what: string, of: (provider: ReturnType<typeof providerOf>) => string) => [
  [what, ...providerNames.map((name) => of(providerOf(name)))],
];
