import type { Task } from '@lit/task';
import { html } from 'lit';
import '../elements/portal-error.ts';
import '../elements/portal-skeleton.ts';

/** Why something could not be read, and a button to try again. */
export const renderError = (error: unknown, retry: () => unknown) =>
  html`<portal-error .error=${error} @retry=${retry}></portal-error>`;

/**
 * What a task has read; while it is read anew, what was known stays.
 *
 * @param place stands for it until then
 */
export function renderTask<Value>(
  task: Task<readonly unknown[], Value>,
  complete: (value: Value) => unknown,
  place: unknown,
) {
  return task.render({
    pending: () => (task.value === undefined ? place : complete(task.value)),
    complete,
    error: (error) => renderError(error, () => task.run()),
  });
}

/** The place of something of some lines. */
export const skeleton = (lines: number) => html`<portal-skeleton lines=${lines}></portal-skeleton>`;
