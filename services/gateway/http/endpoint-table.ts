import type { EndpointDeclaration } from '@styling/http';

/** A Markdown table of endpoints by their tags, for docs/api.md; a star marks those that count toward the daily limit. */
export const endpointTable = (endpoints: readonly EndpointDeclaration[]): string =>
  [
    '| | endpoints (*: counts toward the daily limit) |',
    '|---|---|',
    ...[...Map.groupBy(endpoints, ({ tag }) => tag)].map(
      ([tag, tagged]) => `| ${tag} | ${tagged.map(named).join(', ')} |`,
    ),
  ].join('\n');

const named = ({ method, path, counted }: EndpointDeclaration): string =>
  `\`${method.toUpperCase()} ${path}\`${counted ? '*' : ''}`;
