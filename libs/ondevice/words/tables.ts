import de from './data/de.json' with { type: 'json' };
import en from './data/en.json' with { type: 'json' };
import es from './data/es.json' with { type: 'json' };
import fr from './data/fr.json' with { type: 'json' };
import pt from './data/pt.json' with { type: 'json' };
import zh from './data/zh.json' with { type: 'json' };

/** Kind of a meaning; each is a section of a language's table. */
export type Kind = keyof typeof en.words;

/**
 * The words of a language by kind and canonical id, separated by commas: `{ garment: { dress: 'dress, frock' } }`. A word in two
 * sections means both: "Leinenhemd" is a shirt and of linen. Tables differ in words only, never in ids.
 */
export type Language = {
  name: string;
  /** Whether what describes a garment follows it. */
  nounFirst: boolean;
  /** Last letters that other forms of a word do not have ("rojo", "rojas"), and endings of those forms; each separated by commas. */
  drop: string;
  endings: string;
  /** Whether words may be joined to new ones ("Samtkleid"). */
  compounds?: boolean;
  /** Letters that are read as others, such as traditional characters. */
  letters?: Readonly<Record<string, string>>;
  words: Readonly<Record<Kind, Readonly<Record<string, string>>>>;
};

/** Languages in order of precedence among those that know a text equally well. */
export const languages: readonly Language[] = [en, es, fr, de, pt, zh];

/** All kinds, those that tell of an outfit first. */
export const kinds = Object.keys(en.words) as Kind[];

/** The words of an id in a table. */
export const wordsOf = (words: string | undefined): string[] => (words ? words.split(', ') : []);
