import { ApiError, type Job } from '@styling/client';
import { html, nothing } from 'lit';
import { text } from '#texts/studio.ts';
import { text as work } from '#texts/work.ts';
import { customProperties } from './custom-properties.ts';
import type { Tab } from './order.ts';
import type { Playground } from './playground.ts';

/** How far a request is, over the photograph. @param job null as long as the service has not taken it */
export function runningBar(job: Job | null, isCanceling: boolean, cancel: () => void) {
  const fraction = job?.progress?.fraction;
  const percent = fraction === undefined ? nothing : Math.round(fraction * 100);
  const done =
    fraction === undefined
      ? 'motion-safe:animate-[wait_1.6s_ease-in-out_infinite] motion-reduce:scale-x-4'
      : 'scale-x-(--done) transition-transform duration-300';
  return html`<div class="absolute inset-x-0 bottom-0 flex items-center gap-2 bg-surface/92 pr-2 pl-4 backdrop-blur-[8px]">
    <div class="absolute inset-x-0 top-0 h-[3px] overflow-hidden bg-ink/14" role="progressbar" aria-label=${text.running.label}
      aria-valuemin="0" aria-valuemax="100" aria-valuenow=${percent}>
      <i class="block h-full origin-left bg-accent ${done}" ${customProperties({ '--done': fraction ?? 0 })}></i>
    </div>
    <p class="min-h-14 flex-1 content-center" role="status">${progressOf(job, isCanceling)}</p>
    <button type="button" class="quiet" ?disabled=${isCanceling} @click=${cancel}>
      <portal-icon name="stop"></portal-icon>${text.running.cancel}
    </button>
  </div>`;
}

function progressOf(job: Job | null, isCanceling: boolean): string {
  if (isCanceling) return text.running.canceling;
  if (!job) return text.running.sending;
  if (job.progress) return work.stages[job.progress.stage] ?? text.running.label;
  return job.status === 'queued' ? text.running.queued : work.stages.preparing;
}

/** Why nothing was made. The two limits, which are no faults, have words of their own, and in the portal links to pages. */
export function refusal(error: unknown, playground: Playground, tab: Tab, inPortal: boolean) {
  const retry = () => playground.start(tab);
  const dismiss = () => playground.apply({ type: 'dismissed', tab });
  const back = html`<button type="button" class="quiet" @click=${dismiss}>${text.dismiss}</button>`;
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'daily_limit') {
    const { limit, reset } = (error as ApiError).dailyLimit ?? {};
    const words = html`${limit === undefined ? '' : text.limit.text(limit)}
      ${reset ? html`${text.limit.reset} <portal-time datetime=${reset} relative></portal-time>.` : ''}`;
    const usage = inPortal ? html`<a class="button" href="/portal/usage">${text.limit.usage}</a>` : '';
    return limitReached(text.limit.heading, words, [usage, back]);
  }
  if (code === 'in_progress') {
    const again = html`<button type="button" @click=${retry}><portal-icon name="retry"></portal-icon>${text.limit.retry}</button>`;
    const jobs = inPortal
      ? html`<a class="button quiet" href="/portal/jobs?status=running">${text.limit.busyJobs}</a>`
      : '';
    return limitReached(text.limit.busyHeading, text.limit.busyText, [again, jobs]);
  }
  return html`<portal-error .error=${error} @retry=${retry}></portal-error>
    <div>${back}</div>`;
}

const limitReached = (
  heading: string,
  words: unknown,
  actions: unknown,
) => html`<div class="card grid gap-2" role="alert">
  <h2>${heading}</h2>
  <p>${words}</p>
  <div class="row mt-2">${actions}</div>
</div>`;
