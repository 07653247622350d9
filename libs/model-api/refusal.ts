/** Wording of safety filters: Replicate's own, Google's, OpenAI's, ByteDance's, Azure's. */
const REFUSED = [
  /flagged as sensitive/i,
  /\bnsfw\b/i,
  /content[ _-]?(policy|moderation|filter)/i,
  /content (was |is |has been )?(blocked|rejected)/i,
  /\bmoderation[ _-]?(blocked|rejected|failed)\b/i,
  /blocked[: ]+(by )?safety\b/i,
  /safety[ _-]?(system|filter|setting|polic|check|reason)/i,
  /\b(prohibited_content|image_safety)\b/i,
  /sensitive ?content/i,
  /\bviolates? .{0,40}\b(polic(y|ies)|guidelines)\b/i,
  /\bagainst .{0,40}\b(polic(y|ies)|guidelines)\b/i,
  /\bblocked by .{0,40}\bmoderation\b/i,
  /\bblocked by (our |the |a )?(content|usage|safety) .{0,20}\b(polic(y|ies)|guidelines)\b/i,
];
/** Policies of infrastructure, which do not concern the content. */
const OF_INFRASTRUCTURE =
  /\b(network|firewall|egress|ingress|cors|iam|access|rate|retry|organi[sz]ation) polic(y|ies)\b/gi;

/** Whether a vendor's text means that a safety filter refused an input or an output. */
export function isRefusal(text: string): boolean {
  const relevant = text.slice(0, 4_000).replaceAll(OF_INFRASTRUCTURE, '');
  return REFUSED.some((pattern) => pattern.test(relevant));
}
