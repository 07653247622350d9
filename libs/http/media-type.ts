import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '@styling/service';

const jsonInUtf8 = /^application\/json\s*(;\s*charset\s*=\s*("utf-8"|utf-8)\s*)?;?$/i;

/**
 * @throws ServiceError `wrong_media_type` unless the body is declared as `application/json` (in UTF-8, where a charset
 *   is given); `invalid_json` when it is compressed, which no endpoint accepts
 */
export function requireJson(headers: IncomingHttpHeaders): void {
  if (!jsonInUtf8.test(headers['content-type']?.trim() ?? '')) throw new ServiceError('wrong_media_type');
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '') throw new ServiceError('invalid_json');
}
