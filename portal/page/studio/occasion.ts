/**
 * What the service is sent for an occasion, as it reads English only: the English words of one that the page offers, in whatever
 * language it was written; any other as it was written.
 *
 * @param offered by the English words, those of the page's language
 */
export function sentOccasion(written: string, offered: Readonly<Record<string, string>>): string {
  const isWritten = (words: string) => words.toLocaleLowerCase() === written.toLocaleLowerCase();
  const [english = written] = Object.entries(offered).find(([, words]) => isWritten(words)) ?? [];
  return english;
}
