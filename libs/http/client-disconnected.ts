/** The client went away before it had sent its whole request: nobody is left to be answered. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}
