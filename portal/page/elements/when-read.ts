import { type Task, TaskStatus } from '@lit/task';
import { html } from 'lit';

type Read<Value> = Pick<Task<readonly unknown[], Value>, 'status' | 'value' | 'error'> & { run(): Promise<void> };

/**
 * What a task has read, also while it reads again. Before that its place; or why it cannot be read, with a way to try again.
 *
 * @param lines of its place
 * @param look classes of its place
 */
export function whenRead<Value>(task: Read<Value>, lines: number, content: (value: Value) => unknown, look = '') {
  if (task.status === TaskStatus.ERROR) {
    return html`<portal-error .error=${task.error} @retry=${() => task.run()}></portal-error>`;
  }
  if (task.value === undefined) return html`<portal-skeleton class=${look} lines=${lines}></portal-skeleton>`;
  return content(task.value);
}
