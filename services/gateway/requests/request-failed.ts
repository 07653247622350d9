import type { PublicError } from '@styling/contracts';

/** A request that completed with an error: status, code and text are those of its terminal event. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly status: number;
  readonly code: PublicError['code'];
  /** The request that failed, if its response is told again as it was. */
  readonly requestId: string | undefined;

  constructor(status: number, { code, message }: PublicError, requestId?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}
