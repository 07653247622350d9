/** Attributes of a messaging span, as OpenTelemetry names them. */
export const messagingAttributes = (destination: string, operation: string, type: 'send' | 'process') => ({
  'messaging.system': 'nats',
  'messaging.destination.name': destination,
  'messaging.operation.name': operation,
  'messaging.operation.type': type,
});
