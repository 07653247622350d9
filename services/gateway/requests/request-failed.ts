import type { PublicError } from '@styling/contracts';

/** A request that completed with an error: status, code and text are those of its terminal event. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly status: number;
  readonly code: PublicError['code'];

  constructor(status: number, { code, message }: PublicError) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
