import { css, html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/elements.ts';

const TONES: Readonly<Record<string, string>> = {
  succeeded: 'good',
  delivered: 'good',
  active: 'good',
  enabled: 'good',
  failed: 'bad',
  revoked: 'bad',
  running: 'accent',
  pending: 'accent',
  paused: 'warn',
  retrying: 'warn',
};

/** `<portal-status status="succeeded">`: a state as a dot and its word. States that it does not know are shown as they are. */
@customElement('portal-status')
export class PortalStatus extends LitElement {
  @property() status!: string;
  static override styles = css`
    :host {
      display: inline-flex;
      align-items: center;
      gap: 0.5em;
      white-space: nowrap;
    }
    i {
      width: 0.55em;
      height: 0.55em;
      border-radius: 50%;
      background: var(--muted);
    }
    .good {
      background: var(--good);
    }
    .bad {
      background: var(--bad);
    }
    .warn {
      background: var(--warn);
    }
    .accent {
      background: var(--accent);
    }
    @media (prefers-reduced-motion: no-preference) {
      .accent {
        animation: breathe 1s ease-in-out infinite alternate;
      }
    }
    @keyframes breathe {
      to {
        opacity: 0.35;
      }
    }
  `;

  protected override render() {
    const { [this.status]: word = this.status } = text.status as Readonly<Record<string, string>>;
    return html`<i class=${TONES[this.status] ?? ''}></i>${word}`;
  }
}
