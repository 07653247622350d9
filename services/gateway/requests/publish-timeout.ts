/** How long the log may take to acknowledge an event that a client waits for, in ms: default of `publishTimeoutMs`. */
export const PUBLISH_TIMEOUT_MS = 3_000;
