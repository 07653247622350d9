import { de } from './de.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { pt } from './pt.ts';
import { zh } from './zh.ts';

/**
 * A language besides English: its words in English. `inflected` gives the endings that a word may have as a pattern, with the
 * word's own last letter taken away by `stem` first; `nounFirst` if what describes a garment follows it.
 */
export type Language = {
  name: string;
  words: Readonly<Record<string, string>>;
  nounFirst: boolean;
  stem?: RegExp;
  endings?: string;
};

export const languages: readonly Language[] = [
  { name: 'Spanish', words: es, nounFirst: true, stem: /[oa]$/, endings: '(?:[oa]s?|e?s)?' },
  { name: 'French', words: fr, nounFirst: true, endings: '(?:e?s|e)?' },
  { name: 'German', words: de, nounFirst: false, endings: '(?:farben)?(?:e[rsnm]?|n|s)?' },
  { name: 'Portuguese', words: pt, nounFirst: true, stem: /[oa]$/, endings: '(?:[oa]s?|e?s)?' },
  { name: 'Chinese', words: zh, nounFirst: false },
];
