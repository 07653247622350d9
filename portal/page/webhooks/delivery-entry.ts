import type { Delivery } from '@styling/client';
import { html, nothing } from 'lit';
import { text } from '#texts/webhooks.ts';
import { namedId } from '../elements/named-id.ts';
import { deliveryDot } from './webhook-health.ts';

const attemptsTable = ({ attempts }: Delivery) => html`<div class="scroll">
  <table>
    <caption class="sr-only">${text.attempts.caption}</caption>
    <thead><tr><th scope="col">${text.attempts.when}</th><th scope="col">${text.attempts.outcome}</th></tr></thead>
    <tbody>
      ${attempts.map(
        (attempt) => html`<tr>
          <td><portal-time datetime=${attempt.at}></portal-time></td>
          <td>${text.attempt(attempt)}</td>
        </tr>`,
      )}
    </tbody>
  </table>
</div>`;

/** An event on its way to a webhook; opened, its attempts. @param redeliver sends it again; undefined: not now */
export function deliveryEntry(delivery: Delivery, redeliver: (() => void) | undefined) {
  const { event_id, type, status, attempts, created_at, next_attempt_at } = delivery;
  const last = attempts.at(-1);
  const soon = (at: string) =>
    html`<span class="small muted">${text.next} <portal-time datetime=${at} relative></portal-time></span>`;
  return html`<details class="group">
    <summary
      class="grid cursor-pointer grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3 sm:grid-cols-[110px_1fr_auto]
        [&::-webkit-details-marker]:hidden"
    >
      <span class="inline-flex items-center gap-[0.5em]">${deliveryDot(status)}${text.filters[status]}</span>
      <span class="max-sm:col-span-full max-sm:row-start-2">
        <code>${type}</code>
        <span class="small muted block wrap-anywhere">${last ? text.attempt(last) : text.notSent}</span>
      </span>
      <span class="small muted inline-flex items-center gap-3">
        <portal-time datetime=${last?.at ?? created_at} relative></portal-time>
        <i class="size-1.5 rotate-45 border-r-[1.5px] border-b-[1.5px] group-open:-rotate-135"></i>
      </span>
    </summary>
    <div class="stack pb-4">
      <div class="row">
        ${namedId(text.event, event_id)} ${next_attempt_at && soon(next_attempt_at)}
      </div>
      ${attempts.length > 0 ? attemptsTable(delivery) : nothing}
      <div class="row">
        <button type="button" ?disabled=${!redeliver} @click=${redeliver}>
          <portal-icon name="retry"></portal-icon>${text.redeliver}
        </button>
      </div>
    </div>
  </details>`;
}
