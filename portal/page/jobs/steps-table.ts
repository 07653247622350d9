import type { Timeline } from '@styling/client';
import { html } from 'lit';
import { text } from '#texts/job.ts';
import { duration } from '../lists/duration.ts';

const { columns, step, asTable } = text.timeline;

/** The timeline for those who would rather read it. */
export const renderSteps = ({ steps }: Timeline) => html`<details>
  <summary>${asTable}</summary>
  <div class="scroll">
    <table>
      <thead>
        <tr>
          ${[columns.at, columns.took, columns.what, columns.by, columns.detail].map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${steps.map(
          ({ ms, took_ms, what, by, detail }) => html`<tr>
            <td class="number">${duration(ms)}</td>
            <td class="number">+${duration(took_ms)}</td>
            <td>${step(what)}<br /><code class="muted">${what}</code></td>
            <td>${by}</td>
            <td class="muted">${detail}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>
</details>`;
