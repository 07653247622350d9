import type { Answer } from '../exchange.ts';

type Outcome = Answer | 'empty' | 'ok';

/** A search API; its next outcomes can be set. */
export class ScriptedSearch {
  /** Queries received. */
  readonly asked: string[] = [];
  #script: Outcome[] = [];

  /** Sets the outcome of the next searches, one each; all later ones succeed. */
  script(searches: readonly Outcome[]): void {
    this.#script = [...searches];
    this.asked.length = 0;
  }

  protected next(): Outcome {
    return this.#script.shift() ?? 'ok';
  }
}
