import { JetStreamApiError } from '@nats-io/jetstream';

/** Whether JetStream refused a request with this code. */
export const hasApiCode = (error: unknown, code: number): boolean =>
  error instanceof JetStreamApiError && error.code === code;

/** For `catch`: undefined in place of a refusal with this code. */
export const undefinedOn =
  (code: number) =>
  (error: unknown): undefined => {
    if (!hasApiCode(error, code)) throw error;
  };
