import type { Notation } from './print-value.ts';

/** What the shell expands in a here-document without quotes. */
const escaped = (text: string) => text.replace(/[\\$`]/g, '\\$&');

/** A word of a shell command. */
export const quoted = (text: string): string =>
  /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** JSON in a here-document without quotes, so that commands in it are run. */
export const inHereDocument: Notation = {
  string: (text) => escaped(JSON.stringify(text)),
  key: (name) => JSON.stringify(name),
  true: 'true',
  false: 'false',
};

export const inPython: Notation = {
  string: (text) => JSON.stringify(text),
  key: (name) => JSON.stringify(name),
  true: 'True',
  false: 'False',
};

export const inTypeScript: Notation = {
  string: (text) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : inTypeScript.string(name)),
  true: 'true',
  false: 'false',
};
