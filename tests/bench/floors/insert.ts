import pg from 'pg';

/**
 * Rows of a request's size, `batch` in a statement, with the checkpoint in the same transaction and the projection's
 * secondary index. @returns rows a second
 */
export async function measure(databaseUrl: string, rows: number, batch = 500): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('truncate floor.request');
  const begin = performance.now();
  for (let seq = 0; seq < rows; seq += batch) {
    const serials = Array.from({ length: Math.min(batch, rows - seq) }, (_, index) => seq + index);
    const column = <T>(value: (serial: number) => T) => serials.map(value);
    await client.query('begin');
    await client.query({
      name: 'insert',
      text: `insert into floor.request select * from unnest($1::text[], $2::text[], $3::text[],
        $4::timestamptz[], $5::int[], $6::int[], $7::bigint[])`,
      values: [
        column((n) => `req_${n.toString(16).padStart(24, '0')}`),
        column((n) => `key_${(n % 100).toString(16).padStart(24, '0')}`),
        column(() => '/try_on_outfit'),
        column((n) => new Date(1_700_000_000_000 + n)),
        column((n) => n % 5000),
        column(() => 200),
        column((n) => n),
      ],
    });
    await client.query({ name: 'move', text: 'update floor.checkpoint set seq = $1', values: [seq] });
    await client.query('commit');
  }
  const seconds = (performance.now() - begin) / 1000;
  await client.end();
  return rows / seconds;
}
