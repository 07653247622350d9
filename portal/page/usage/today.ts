import type { Usage } from '@styling/client';
import { html, nothing, svg } from 'lit';
import { text } from '#texts/usage.ts';
import { locale } from '../elements/locale.ts';
import { relativeTime } from '../elements/relative-time.ts';
import { numeral } from './counts-in-words.ts';

/** The whole ring. @param share of it that is used, 0 to 1 */
const ring = (share: number, colour: string) => svg`<g class="fill-none stroke-10">
  <circle class="stroke-line" cx="64" cy="64" r="52"></circle>
  ${
    share > 0
      ? svg`<circle class="transition-[stroke-dashoffset] [stroke-linecap:round] ${colour}" cx="64" cy="64" r="52"
          transform="rotate(-90 64 64)" pathLength="1" stroke-dasharray="1 1" stroke-dashoffset=${1 - share}></circle>`
      : nothing
  }
</g>`;

/** What is used of the day and what is left, as a ring and in words. @param resetsAt when the next day begins, ISO 8601 */
export function today({ daily_limit: limit, used_today: used, remaining }: Usage['rate_limit'], resetsAt: string) {
  const words = text.today;
  const resets = new Date(resetsAt);
  const relative = relativeTime(resets.getTime() - Date.now(), locale());
  const time = new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(resets);
  const share = limit > 0 ? Math.min(1, used / limit) : 1;
  return html`<section class="card flex flex-wrap content-start items-center gap-x-6 gap-y-4">
    <figure class="number relative size-32 flex-none">
      <svg viewBox="0 0 128 128" role="img" aria-label=${words.ring(numeral(used), numeral(limit))}>
        ${ring(share, remaining > 0 ? 'stroke-accent' : 'stroke-warn')}
      </svg>
      <figcaption class="absolute inset-0 grid place-content-center text-center">
        <strong class="text-5 leading-none font-semibold">${numeral(remaining)}</strong>
        <span class="small muted">${words.left}</span>
      </figcaption>
    </figure>
    <div class="stack max-w-[44ch] flex-[1_1_16ch] gap-2">
      <h2>${words.heading}</h2>
      <p>${remaining > 0 ? words.used(numeral(used), numeral(limit)) : words.none}</p>
      <p title=${`${resetsAt.slice(0, 16).replace('T', ' ')} UTC`}>${words.resets(relative, time)}</p>
      <p class="small muted">${words.note}</p>
    </div>
  </section>`;
}
