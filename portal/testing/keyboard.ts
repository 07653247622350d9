import type { Page } from 'playwright-core';

const MOST_STEPS = 80;
/** The words of the element that has the focus, also inside of others. */
const FOCUSED = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element) return '';
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent;
  return (label ?? (element.textContent || element.title)).trim().replace(/\\s+/g, ' ');
})()`;

/** The words of what has the focus: its label, or its text. */
export const focused = (page: Page): Promise<string> => page.evaluate<string>(FOCUSED);

/**
 * Presses Tab until something with these words has the focus.
 *
 * @throws Error naming what was passed
 */
export async function tabTo(page: Page, words: RegExp): Promise<void> {
  const passed: string[] = [];
  while (passed.length < MOST_STEPS) {
    await page.keyboard.press('Tab');
    const word = await focused(page);
    if (words.test(word)) return;
    passed.push(word);
  }
  throw new Error(`Tab never came to ${words}: ${passed.join(' | ')}`);
}
