import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { row } from '../row.ts';
import type { System } from '../system.ts';

const FIELDS = ['category', 'color', 'description', 'item', 'price_range', 'products', 'style_tags'];

/** POST /analyze_outfit and its alias. */
export function analysisRows({ made }: System): void {
  describe('POST /analyze_outfit', () => {
    row('answers items, at least one', async () => {
      const { body } = (await made.analysis()).answer;
      assert.deepEqual(Object.keys(body), ['items']);
      assert.ok(body.items.length >= 1);
    });
    row('every item has item, description, color, style_tags, category, price_range and products', async () => {
      for (const item of (await made.analysis()).answer.body.items) assert.deepEqual(Object.keys(item).sort(), FIELDS);
    });
    row('no text of an item is empty', async () => {
      for (const item of (await made.analysis()).answer.body.items) {
        for (const field of ['item', 'description', 'color', 'category']) assert.notEqual(item[field], '', field);
      }
    });
    row('products is an array, empty or of title, url, thumbnail, price, store and snippet', async () => {
      const products = (await made.analysis()).answer.body.items.flatMap((item) => item.products as object[]);
      const fields = ['price', 'snippet', 'store', 'thumbnail', 'title', 'url'];
      for (const product of products) assert.deepEqual(Object.keys(product).sort(), fields);
    });
  });
  describe('POST /identify_clothing', () => {
    row('answers the same request in the same shape', async () => {
      const { body } = (await made.identification()).answer;
      assert.deepEqual(Object.keys(body), ['items']);
      assert.ok(body.items.length >= 1);
      for (const item of body.items) assert.deepEqual(Object.keys(item).sort(), FIELDS);
    });
    row('names the same items as /analyze_outfit', async () => {
      const names = (items: readonly Readonly<Record<string, unknown>>[]) => items.map(({ item }) => item).sort();
      const [one, other] = [await made.analysis(), await made.identification()];
      assert.deepEqual(names(other.answer.body.items), names(one.answer.body.items));
    });
  });
}
