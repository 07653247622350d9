import type { Locator, Page } from 'playwright-core';

/** Drags a file from outside the browser onto an element, and drops it there, as a person does. @param path absolute */
export async function dropFile(page: Page, target: Locator, path: string): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('what a file is dropped on is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const inspector = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await inspector.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await inspector.detach();
}

/** Copies a picture, and pastes it with the keyboard where the focus is. @param png its bytes */
export async function pastePicture(page: Page, png: Uint8Array): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const base64 = Buffer.from(png).toString('base64');
  await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${base64}'), (character) => character.charCodeAt(0));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })]);
  })()`);
  await page.keyboard.press('ControlOrMeta+V');
}
