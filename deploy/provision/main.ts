import { failureLine, readConfig } from '@styling/service';
import { createLogger } from '@styling/telemetry';
import { bucketVariables, provisionBucket } from './bucket.ts';
import { provisionStreams, streamsVariables } from './streams.ts';
import { provisionTables, tablesVariables } from './tables.ts';

// Idempotent. Streams come first: they show whether the data is of an older version.
const logger = (config: { LOG_LEVEL: string }) => createLogger('provision', config.LOG_LEVEL);
const parts = {
  async streams() {
    const config = readConfig(streamsVariables, process.env);
    await provisionStreams(config, logger(config));
  },
  async tables() {
    const config = readConfig(tablesVariables, process.env);
    await provisionTables(config, logger(config));
  },
  async bucket() {
    const config = readConfig(bucketVariables, process.env);
    await provisionBucket(config, logger(config));
  },
};
try {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !(name in parts));
  if (unknown !== undefined) throw new Error(`no part ${unknown}: ${Object.keys(parts).join(', ')}`);
  for (const [name, provision] of Object.entries(parts)) {
    if (names.length === 0 || names.includes(name)) await provision();
  }
} catch (error) {
  console.error(failureLine('provision', error));
  process.exitCode = 1;
}
