import type { EndpointDeclaration } from '@styling/http';

/** A Markdown table of endpoints, for docs/api.md. */
export const endpointTable = (endpoints: readonly EndpointDeclaration[]): string =>
  [
    '| endpoint | | counts toward the daily limit |',
    '|---|---|---|',
    ...endpoints.map(
      ({ method, path, summary, counted }) =>
        `| \`${method.toUpperCase()} ${path}\` | ${summary} | ${counted ? 'yes' : 'no'} |`,
    ),
  ].join('\n');
