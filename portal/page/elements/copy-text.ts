/**
 * Puts text on the clipboard. Pages that are neither https nor localhost have no `navigator.clipboard`: for them through a
 * selection.
 *
 * @param host where the selection may be made for a moment
 * @returns whether it is there
 */
export async function copyText(text: string, host: HTMLElement): Promise<boolean> {
  if (navigator.clipboard) {
    const copying = navigator.clipboard.writeText(text);
    return copying.then(() => true).catch(() => false);
  }
  const field = document.createElement('textarea');
  field.value = text;
  (host.shadowRoot ?? host).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}
