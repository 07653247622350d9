/** How long a page may take to become as high as it was, ms. */
const PATIENCE_MS = 2_000;

/**
 * Remembers how far the pages of the history were scrolled. A page that comes back reads its data anew, so that it may be too
 * short at first: it is scrolled as soon as it is high enough, unless the reader scrolls.
 */
export function scrollMemory() {
  const positions = new Map<string, number>();
  let waiting = new AbortController();

  return {
    /** Remembers the position of what is left. */
    leave: (key: string) => positions.set(key, scrollY),
    /** Scrolls what has just been shown. @param key of its entry in the history; undefined: it is new */
    arrive(key: string | undefined): void {
      waiting.abort();
      waiting = new AbortController();
      const top = (key !== undefined && positions.get(key)) || 0;
      scrollTo({ top, behavior: 'instant' });
      if (top === 0) return;
      const { signal } = waiting;
      const stop = () => waiting.abort();
      const watch = new ResizeObserver(() => {
        if (document.documentElement.scrollHeight < top + innerHeight) return;
        scrollTo({ top, behavior: 'instant' });
        stop();
      });
      watch.observe(document.body);
      for (const event of ['wheel', 'touchstart', 'keydown']) addEventListener(event, stop, { signal, passive: true });
      const late = setTimeout(stop, PATIENCE_MS);
      signal.addEventListener('abort', () => {
        watch.disconnect();
        clearTimeout(late);
      });
    },
  };
}
