/** How long a job is kept after its request arrived: 30 days, in ms. Endings come within minutes. */
const KEPT_MS = 30 * 86_400_000;

/** What arrived before this is forgotten at `moment`. */
export const forgottenBefore = (moment: Date): Date => new Date(moment.getTime() - KEPT_MS);
