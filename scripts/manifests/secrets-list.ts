import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/** Keys of a Secret with examples of their values: those that have to be there, and those that may. */
export type SecretKeys = {
  readonly required: Readonly<Record<string, string>>;
  readonly optional: Readonly<Record<string, string>>;
};

const texts = z.record(z.string(), z.string());
const file = z.record(z.string(), z.looseObject({ optional: texts.optional() }));

/** Reads `deploy/k8s/secrets.yaml`. @throws ZodError */
export function readSecretsList(path: string): Readonly<Record<string, SecretKeys>> {
  const listed = file.parse(parse(readFileSync(path, 'utf8')));
  return Object.fromEntries(
    Object.entries(listed).map(([name, { optional = {}, ...required }]) => [
      name,
      { required: texts.parse(required), optional },
    ]),
  );
}
