import { html, nothing, type ReactiveControllerHost } from 'lit';

/** Something that an element does and that can fail: one at a time; a failure is shown, with a way to try the same again. */
export class Attempt {
  isRunning = false;
  error: unknown;
  readonly #host: ReactiveControllerHost;
  #action: (() => Promise<unknown>) | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Listens to a form. @param action takes its fields as they are then, also when it is tried again */
  readonly onSubmit = (action: (given: FormData) => Promise<unknown>) => (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    void this.run(() => action(new FormData(form)));
  };

  async run(action: () => Promise<unknown>): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    this.#action = action;
    this.forget();
    try {
      await action();
    } catch (error) {
      this.error = error;
    } finally {
      this.isRunning = false;
      this.#host.requestUpdate();
    }
  }

  /** Shows the failure no longer. */
  forget(): void {
    this.error = undefined;
    this.#host.requestUpdate();
  }

  /** The failure, if there is one. */
  render() {
    if (this.error === undefined) return nothing;
    return html`<portal-error .error=${this.error} @retry=${() => this.#action && this.run(this.#action)}></portal-error>`;
  }
}
