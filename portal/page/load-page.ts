import { ConnectionError } from '@styling/client';
import type { PageName } from './routes.ts';

/** Loads the module of a page, which defines its element. @throws ConnectionError when it cannot be loaded */
export async function loadPage(page: PageName): Promise<void> {
  try {
    await import(`./pages/${page}.ts`);
  } catch (cause) {
    throw new ConnectionError(`The page ${page} could not be loaded`, { cause });
  }
}
