/** A value that is JSON already, to be sent as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value as JSON; undefined has none. */
export const toJsonText = (value: unknown): string =>
  value instanceof JsonText ? value.text : (JSON.stringify(value) ?? '');
