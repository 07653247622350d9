import { Task, TaskStatus } from '@lit/task';
import type { Job } from '@styling/client';
import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/job.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import '../elements/portal-code.ts';
import '../elements/portal-error.ts';
import '../elements/portal-skeleton.ts';
import '../elements/portal-time.ts';
import type { Portal } from '../portal.ts';
import { shortenedJson } from './shortened-json.ts';

const words = text.response;

/** The response of a job that succeeded, as JSON, read when it is asked for. */
@customElement('portal-job-response')
export class PortalJobResponse extends PortalElement {
  @property({ attribute: false }) job!: Job;
  @property({ attribute: false }) client!: Portal['client'];
  static override styles = [
    sheet,
    css`
      button {
        justify-self: start;
      }
      portal-code {
        max-height: 60vh;
        overflow: auto;
      }
    `,
  ];
  readonly #response = new Task(this, {
    autoRun: false,
    args: () => [this.client, this.job.job_id] as const,
    task: async ([client, id], { signal }) =>
      shortenedJson(await client.jobs.response(id, { signal }), words.shortened),
  });

  override render() {
    return html`<section class="stack">
      <h2>${words.heading}</h2>
      ${this.#renderKept()}
    </section>`;
  }

  #renderKept() {
    const until = this.job.response_expires_at;
    if (until === null) return html`<p class="muted">${words.none}</p>`;
    if (Date.parse(until) <= Date.now()) return html`<p class="muted">${words.expired}</p>`;
    return html`
      ${this.#response.render({
        initial: () => html`<button type="button" @click=${() => this.#response.run()}>${words.show}</button>`,
        pending: () => html`<portal-skeleton lines="3"></portal-skeleton>`,
        complete: (json) => html`<portal-code language="json" .code=${json}></portal-code>`,
        error: (error) => html`<portal-error .error=${error} @retry=${() => this.#response.run()}></portal-error>`,
      })}
      ${
        this.#response.status === TaskStatus.ERROR
          ? ''
          : html`<p class="muted small">${words.until} <portal-time datetime=${until}></portal-time></p>`
      }
    `;
  }
}
