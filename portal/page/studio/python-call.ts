import { inPython } from './notations.ts';
import { Expression, printValue } from './print-value.ts';

/** A call as a program of Python, which needs nothing but Python itself. */
export type PythonCall = {
  readonly method: string;
  readonly url: string;
  /** Whether it takes the key of `$STYLING_API_KEY`. */
  readonly needsKey: boolean;
  /** A body of JSON; its pictures are calls of `base64Of` and `base64At`. */
  readonly json?: object;
  /** A file that is the body. */
  readonly file?: { readonly path: string; readonly type: string };
  /** What is done with `response`, indented by four spaces. */
  readonly then: string;
};

/** The base64 of a file, in a body. */
export const base64Of = (path: string): Expression => new Expression(`base64_of(${inPython.string(path)})`);
/** The base64 of a picture at an address, in a body. */
export const base64At = (url: string): Expression => new Expression(`base64_at(${inPython.string(url)})`);

/** What prints a JSON response, or a member of it. */
export const printedJson = (member?: string): string =>
  `    print(json.load(response)${member ? `[${inPython.string(member)}]` : ''})`;

const FUNCTIONS = {
  base64_of: `def base64_of(path):
    with open(path, "rb") as file:
        return base64.b64encode(file.read()).decode()`,
  base64_at: `def base64_at(url):
    with urlopen(url, timeout=30) as response:
        return base64.b64encode(response.read()).decode()`,
};

/** The code that stands in a value. */
const codeIn = (value: unknown): string[] => {
  if (value instanceof Expression) return [value.code];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(codeIn) : [];
};

/** Writes the program. An HTTP error ends it with a traceback, as `urlopen` raises one. */
export function pythonCall({ method, url, needsKey, json, file, then }: PythonCall): string {
  const type = file?.type ?? (json && 'application/json');
  const headers = [
    ...(needsKey ? ['"X-API-Key": os.environ["STYLING_API_KEY"]'] : []),
    ...(type ? [`"Content-Type": ${inPython.string(type)}`] : []),
  ];
  const parts = [
    inPython.string(url),
    `method=${inPython.string(method)}`,
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(json ? [`data=json.dumps(${printValue(json, inPython, 2)}).encode()`] : []),
    ...(file ? [`data=open(${inPython.string(file.path)}, "rb").read()`] : []),
  ];
  const code = codeIn(json);
  const functions = Object.entries(FUNCTIONS)
    .filter(([name]) => code.some((call) => call.startsWith(`${name}(`)))
    .map(([, lines]) => `${lines}\n\n\n`);
  const imports = [
    ...(functions.length > 0 ? ['import base64'] : []),
    ...(json || then.includes('json.') ? ['import json'] : []),
    ...(needsKey ? ['import os'] : []),
    'from urllib.request import Request, urlopen',
  ];
  return `${imports.join('\n')}
${functions.length > 0 ? '\n' : ''}
${functions.join('')}request = Request(
${parts.map((part) => `  ${part},`).join('\n')}
)
with urlopen(request, timeout=120) as response:
${then}`;
}
