import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { assertFields } from '../expect.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

const FIELDS = ['category', 'color', 'description', 'item', 'price_range', 'products', 'style_tags'];

/** POST /analyze_outfit and its alias. */
export function analysisRows({ made }: System): void {
  const itemsOf = async (make: typeof made.analysis) => (await make()).answer.body.items;

  describe('POST /analyze_outfit', () => {
    row('answers items, at least one', async () => {
      assertFields((await made.analysis()).answer.body, 'items');
      assert.ok((await itemsOf(made.analysis)).length >= 1);
    });
    row('every item has item, description, color, style_tags, category, price_range and products', async () => {
      for (const item of await itemsOf(made.analysis)) assertFields(item, ...FIELDS);
    });
    row('no text of an item is empty', async () => {
      for (const item of await itemsOf(made.analysis)) {
        for (const field of ['item', 'description', 'color', 'category']) assert.notEqual(item[field], '', field);
      }
    });
    row('products is an array, empty or of title, url, thumbnail, price, store and snippet', async () => {
      const products = (await itemsOf(made.analysis)).flatMap((item) => item.products as object[]);
      for (const product of products) assertFields(product, 'price', 'snippet', 'store', 'thumbnail', 'title', 'url');
    });
  });
  describe('POST /identify_clothing', () => {
    row('answers the same request in the same shape', async () => {
      assertFields((await made.identification()).answer.body, 'items');
      const items = await itemsOf(made.identification);
      assert.ok(items.length >= 1);
      for (const item of items) assertFields(item, ...FIELDS);
    });
    row('names the same items as /analyze_outfit', async () => {
      const names = async (make: typeof made.analysis) => (await itemsOf(make)).map(({ item }) => item).sort();
      assert.deepEqual(await names(made.identification), await names(made.analysis));
    });
  });
}
