import type { Timeline } from '@styling/client';
import { html } from 'lit';
import { text } from '#texts/job.ts';
import { text as lists } from '#texts/lists.ts';
import './waterfall.ts';

const words = text.timeline;

/** What happened to a job, drawn, and for those who would rather read it as a table. */
export const renderTimeline = (timeline: Timeline) => html`
  <p class="muted small">${words.hint}</p>
  <portal-waterfall .timeline=${timeline}></portal-waterfall>
  <details>
    <summary class="w-fit cursor-pointer py-2 text-muted">${words.asTable}</summary>
    <div class="scroll">
      <table>
        <thead>
          <tr>${words.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>
          ${timeline.steps.map(
            ({ ms, took_ms, what, by, detail }) => html`<tr>
              <td class="number">${lists.duration(ms)}</td>
              <td class="number">+${lists.duration(took_ms)}</td>
              <td>${words.step(what)}<br /><code class="muted">${what}</code></td>
              <td>${by}</td>
              <td class="muted">${detail}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>
`;
