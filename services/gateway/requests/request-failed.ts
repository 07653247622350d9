import type { PublicError } from '@styling/contracts';

/** A request that completed with an error: status, code, text and details are those of its terminal event. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly status: number;
  readonly code: PublicError['code'];
  readonly details: PublicError['details'];

  constructor(status: number, { code, message, details }: PublicError) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
