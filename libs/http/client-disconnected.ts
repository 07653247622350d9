/** The client disconnected before it had sent its whole request: no response can be sent. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}
