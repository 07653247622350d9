import { ServiceError } from './errors.ts';

/** `error`, of another field of the request if it is of one of these: a worker has pictures, without the field that each came in. */
export function renamingField(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ServiceError)) return error;
  const name = names[String(error.parameters.field)];
  return name === undefined
    ? error
    : new ServiceError(error.code, { ...error.parameters, field: name }, { cause: error });
}
