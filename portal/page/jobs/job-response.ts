import { Task, TaskStatus } from '@lit/task';
import type { Job } from '@styling/client';
import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/job.ts';
import { renderTask, skeleton } from '../lists/render-task.ts';
import type { Portal } from '../portal.ts';
import { PortalElement } from '../portal-element.ts';
import '../elements/portal-code.ts';
import '../elements/portal-time.ts';
import { shortenedJson } from './shortened-json.ts';

const words = text.response;

/** The response of a job that succeeded, as JSON, read when it is asked for. */
@customElement('portal-job-response')
export class PortalJobResponse extends PortalElement {
  @property({ attribute: false }) job!: Job;
  @property({ attribute: false }) client!: Portal['client'];
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
    const { status } = this.#response;
    return html`
      ${
        status === TaskStatus.INITIAL
          ? html`<button type="button" class="justify-self-start" @click=${() => this.#response.run()}>${words.show}</button>`
          : renderTask(this.#response, renderJson, skeleton(3))
      }
      ${
        status === TaskStatus.ERROR
          ? ''
          : html`<p class="muted small">${words.until} <portal-time datetime=${until}></portal-time></p>`
      }
    `;
  }
}

const renderJson = (json: string) =>
  html`<portal-code class="max-h-[60vh] overflow-auto" language="json" .code=${json}></portal-code>`;
