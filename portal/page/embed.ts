/** The elements of the playground, for other pages: see docs/portal.md. */
import './elements/all.ts';

export { createClient } from '@styling/client';
export { StylingResult } from './elements/styling-result.ts';
export { StylingTryOn } from './elements/styling-try-on.ts';
