import type { Answer } from '../exchange.ts';
import type { OpenAiBehaviour } from './behaviour.ts';
import type { OpenAiDialect } from './dialects.ts';

const REFUSAL =
  'Your request was rejected by the safety system. If you believe this is an error, contact us at help.openai.com and include the request ID req_4711. safety_violations=[sexual].';

/** The answer in place of a result; undefined for a fault of the result itself, or none. */
export function faultAnswer({ fault, retryAfter }: OpenAiBehaviour, { error }: OpenAiDialect): Answer | undefined {
  switch (fault) {
    case 'reset':
    case 'hang':
    case 'garbage':
      return fault;
    case 'throttled': {
      const throttled = error(429, 'Rate limit reached for images per minute.', 'rate_limit_exceeded');
      return { ...throttled, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) };
    }
    case 'out of credit':
      return error(
        429,
        'You exceeded your current quota, please check your plan and billing details.',
        'insufficient_quota',
      );
    case 'refused':
      return error(400, REFUSAL, 'moderation_blocked');
    case 'not loaded':
      return error(503, 'Multi-stage engine not initialized. Start server with a multi-stage omni model.');
    case 'crashed':
      return error(
        500,
        'Image edit failed: CUDA out of memory at http://gpu-7.internal:8000/worker with key sk-live-4711',
      );
    case 'rejected':
      return error(400, "Invalid size format: '1024x'. Expected format: 'WIDTHxHEIGHT' (e.g., '1024x1024').");
    default:
      return undefined;
  }
}

/** Text with which a language model declines. */
export const CHAT_REFUSAL = "I'm sorry, but I can't help with identifying what is in this picture.";
