import type { Job } from '@styling/client';
import { html } from 'lit';
import { text } from '#texts/job.ts';
import { text as lists } from '#texts/lists.ts';
import '../elements/portal-time.ts';
import { copiedId, facts } from '../lists/facts.ts';
import { hasEnded } from './merge-jobs.ts';

const between = (from: string, to: string) => lists.duration(Date.parse(to) - Date.parse(from));
const time = (moment: string) => html`<portal-time datetime=${moment}></portal-time>`;

/** What is known of a request and its outcome. */
export function renderJobFacts(job: Job) {
  const { job_id, endpoint, created_at, started_at, completed_at, deadline, cost, error } = job;
  return facts([
    [text.facts.endpoint, html`<code>POST ${endpoint}</code>`],
    [text.facts.created, time(created_at)],
    [text.facts.waited, started_at && between(created_at, started_at)],
    [text.facts.took, completed_at && between(created_at, completed_at)],
    [text.facts.deadline, hasEnded(job) ? null : time(deadline)],
    [text.facts.cost, cost === null ? null : text.cost(cost)],
    [
      text.facts.error,
      error && html`${error.error}${error.details && `: ${error.details}`} <code class="muted">${error.code}</code>`,
    ],
    [text.title, copiedId(job_id)],
  ]);
}
