import type { ReactiveControllerHost } from 'lit';
import { describe, expect, it } from 'vitest';
import { type ListPage, PagedList } from './paged-list.ts';

const host = {
  addController: () => undefined,
  removeController: () => undefined,
  requestUpdate: () => undefined,
  updateComplete: Promise.resolve(true),
} satisfies ReactiveControllerHost;

const pages: Record<string, ListPage<number>> = {
  first: { items: [1, 2], nextCursor: 'second' },
  second: { items: [3], nextCursor: undefined },
};
const pageAt = (cursor = 'first'): ListPage<number> => pages[cursor] ?? { items: [], nextCursor: undefined };

describe('a list that is read page by page', () => {
  it('given two pages, then each adds its items, and after the last there is nothing to read', async () => {
    const list = new PagedList(host, async (cursor) => pageAt(cursor));
    await list.restart();
    expect([list.items, list.state]).toEqual([[1, 2], 'more']);
    await list.more();
    expect([list.items, list.state]).toEqual([[1, 2, 3], 'complete']);
    await list.more();
    expect(list.items).toEqual([1, 2, 3]);
  });

  it('given a page that fails, then what came before stays, and the next try reads that page', async () => {
    let fails = false;
    const list = new PagedList(host, async (cursor) => {
      if (fails) throw new Error('away');
      return pageAt(cursor);
    });
    await list.restart();
    fails = true;
    await list.more();
    expect([list.items, list.state, list.error]).toEqual([[1, 2], 'failed', new Error('away')]);
    fails = false;
    await list.more();
    expect([list.items, list.state]).toEqual([[1, 2, 3], 'complete']);
  });

  it('given a restart while a page is read, then that page is dropped', async () => {
    const answers: ((page: ListPage<number>) => void)[] = [];
    const list = new PagedList<number>(host, () => new Promise((resolve) => answers.push(resolve)));
    const first = list.restart();
    const second = list.restart();
    answers[0]?.({ items: [7], nextCursor: 'more' });
    answers[1]?.({ items: [8], nextCursor: undefined });
    await Promise.all([first, second]);
    expect([list.items, list.state]).toEqual([[8], 'complete']);
  });
});
