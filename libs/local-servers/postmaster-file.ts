/** The contents of `postmaster.pid` in a Postgres data folder (src/include/utils/pidfile.h of Postgres). */
export type PostmasterFile = {
  readonly pid: number;
  readonly dataDir: string;
  readonly port: number | undefined;
  /** `ready` once it takes connections; `starting`, `stopping` or `standby` otherwise. */
  readonly status: string | undefined;
};

/** Parses `postmaster.pid`; undefined when the text is not (yet) one, e.g. while it is being written. */
export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const [pid = '', dataDir = '', , port = '', , , , status = ''] = text.split('\n').map((line) => line.trim());
  if (!/^\d+$/.test(pid) || dataDir === '') return undefined;
  return {
    pid: Number(pid),
    dataDir,
    port: /^\d+$/.test(port) ? Number(port) : undefined,
    status: status || undefined,
  };
}
