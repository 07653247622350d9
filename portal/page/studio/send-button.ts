import { html, nothing } from 'lit';
import { text } from '#texts/studio.ts';
import type { Abilities } from './abilities.ts';
import type { Obstacle } from './playground.ts';

/** The one primary button of a tab, a slot for what else belongs beside it, and why it did nothing. */
export const sendButton = (options: {
  readonly label: string;
  readonly isRunning: boolean;
  readonly abilities: Abilities;
  readonly missing: Obstacle | undefined;
  readonly send: () => void;
}) => {
  const { label, isRunning, abilities, missing, send } = options;
  // Focus stays on a button that is only marked as disabled.
  return html`<div class="send">
    ${missing ? html`<p class="missing" role="alert">${text.missing[missing]}</p>` : nothing}
    ${abilities.isAvailable ? nothing : html`<p class="missing">${text.unavailable}</p>`}
    <button type="button" class="primary" aria-disabled=${isRunning} @click=${() => isRunning || send()}>${label}</button>
    <slot name="beside"></slot>
  </div>`;
};
