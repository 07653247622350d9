import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Not for pages inside of an element: axe-core looks for the skip link and its target in the document only. */
const RULES = { region: { enabled: false }, 'skip-link': { enabled: false } };

/** What of a violation is shown. */
type Violation = {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary: string }[];
};

/** What `axe-core` finds wrong with a page as it is now (WCAG 2.2 AA and its good practice), one line for each element. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Not through the page, whose policy forbids it.
  const inspector = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await inspector.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  try {
    await evaluate(`${await readFile(AXE, 'utf8')}; undefined`);
    const options = JSON.stringify({ runOnly: TAGS, rules: RULES, resultTypes: ['violations'] });
    const violations: Violation[] = await evaluate(
      `axe.run(document, ${options}).then(({ violations }) => violations)`,
    );
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.flat().join(' ')}: ${failureSummary}`),
    );
  } finally {
    await inspector.detach();
  }
}
