import { readStackFile } from './stack-file.ts';

/**
 * The environment of a script that works beside the stack that runs on `dataDir`: its addresses, under what is set
 * already, so that the same command works on any deployment.
 *
 * @throws Error of one line when no stack is running
 */
export async function besideEnvironment(dataDir: string, environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const stack = await readStackFile(dataDir);
  if (!stack && !(environment.NATS_URL && environment.DATABASE_URL)) {
    throw new Error('nothing runs here: start the stack with "npm start", or set NATS_URL and DATABASE_URL');
  }
  return {
    ...(stack && {
      NATS_URL: stack.nats_url,
      // A key of the embedded server only.
      NATS_NKEY_FILE: environment.NATS_URL ? undefined : stack.nats_nkey_file,
      DATABASE_URL: stack.database_url,
      S3_ENDPOINT: stack.s3_endpoint,
      S3_BUCKET: stack.s3_bucket,
      S3_FORCE_PATH_STYLE: stack.s3_force_path_style,
      PORTAL_URL: stack.api_url,
      ...stack.s3_credentials,
    }),
    ...environment,
  };
}
