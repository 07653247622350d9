import { resolve } from 'node:path';
import { compileCacheDir, REPOSITORY_DIR } from './repository.ts';

const LOOPBACK = '127.0.0.1';

/** A process of a service, as it is started. */
export type ServiceSpec = {
  /** Name of the process, e.g. `gateway` or `gateway-2`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Answers 200 once the service is ready. */
  readonly readyUrl: string;
};

/**
 * How to start a service of the repository; it listens on loopback only, unless `env` has `LISTEN_HOST` or `HEALTH_HOST`. What Node
 * compiles for it is kept for the next start.
 * @param options.port 0 or undefined for a service without a public port
 * @param options.script default `services/<service>/main.ts`
 * @param options.preload file that Node loads before the script
 */
export function serviceSpec(options: {
  service: string;
  name?: string;
  env: NodeJS.ProcessEnv;
  port?: number;
  healthPort: number;
  script?: string;
  preload?: string;
  repositoryDir?: string;
}): ServiceSpec {
  const { service, name = service, env, port = 0, healthPort, preload, repositoryDir = REPOSITORY_DIR } = options;
  // An absolute path: it distinguishes a process left by this clone from a service of another clone.
  const script = resolve(repositoryDir, options.script ?? `services/${service}/main.ts`);
  const hosts = { LISTEN_HOST: env.LISTEN_HOST || LOOPBACK, HEALTH_HOST: env.HEALTH_HOST || LOOPBACK };
  const cache = { NODE_COMPILE_CACHE: compileCacheDir(repositoryDir) };
  return {
    name,
    command: process.execPath,
    args: [...(preload ? [`--import=${preload}`] : []), script],
    env: { ...cache, ...env, ...hosts, PORT: String(port), HEALTH_PORT: String(healthPort) },
    cwd: repositoryDir,
    readyUrl: `http://${LOOPBACK}:${healthPort}/readyz`,
  };
}
