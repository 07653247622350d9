/** How long a browser may take to begin reading a file that it saves, ms. */
const KEPT_MS = 60_000;

/** Lets the browser save a file, as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
