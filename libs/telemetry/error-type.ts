const CODE = /^([A-Za-z][A-Za-z0-9_]{1,40}|[0-9A-Z]{5})$/;
const NAME = /^[A-Za-z][\w.]{0,63}$/;

/**
 * The `error.type` of a failure: the code of a ServiceError, the system or Postgres, else the name of the error's class.
 * Never the message, which may contain data that must not leave the process.
 */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && CODE.test(code)) return code;
  return NAME.test(error.name) ? error.name : 'Error';
}
