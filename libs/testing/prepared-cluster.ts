import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Copies the cluster that was prepared for this run to `<dataDir>/postgres`, where a first start would make one. */
export async function copyPreparedCluster(dataDir: string): Promise<void> {
  const { STYLING_TEST_CLUSTER: prepared } = process.env;
  await mkdir(dataDir, { recursive: true });
  // Not by node, whose copy belongs to the user who copies.
  if (prepared) await promisify(execFile)('cp', ['-a', prepared, join(dataDir, 'postgres')]);
}
