/**
 * The part of the Navigation API that the portal uses; TypeScript's own declarations do not have it yet.
 *
 * @see https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-api
 */
export type NavigateEvent = Event & {
  readonly canIntercept: boolean;
  readonly hashChange: boolean;
  readonly downloadRequest: string | null;
  readonly formData: FormData | null;
  readonly navigationType: 'push' | 'replace' | 'reload' | 'traverse';
  readonly destination: { readonly url: string; readonly key: string };
  intercept(options: { handler: () => Promise<void>; focusReset: 'manual'; scroll: 'manual' }): void;
};

type Navigation = EventTarget & {
  readonly currentEntry: { readonly key: string } | null;
  navigate(
    url: string,
    options?: { history?: 'push' | 'replace' },
  ): { committed: Promise<unknown>; finished: Promise<unknown> };
};

/** Undefined in older browsers, where links load their page as a document, which works as well. */
const navigation = (globalThis as { navigation?: Navigation }).navigation;

/** Called for each navigation to another address of the same origin until `signal` is aborted. */
export function onNavigate(listener: (event: NavigateEvent) => void, signal: AbortSignal): void {
  navigation?.addEventListener('navigate', (event) => listener(event as NavigateEvent), { signal });
}

/** Names what is shown now in the history. */
export const currentKey = (): string => navigation?.currentEntry?.key ?? '';

/** Shows another address, as a link to it would. @param options.replace instead of this one, in the history */
export function navigateTo(url: string, { replace = false }: { replace?: boolean } = {}): void {
  if (!navigation) {
    if (replace) location.replace(url);
    else location.assign(url);
    return;
  }
  const { committed, finished } = navigation.navigate(url, { history: replace ? 'replace' : 'push' });
  // Both reject when another navigation overtakes this one.
  Promise.allSettled([committed, finished]);
}
