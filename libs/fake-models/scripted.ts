/** Behaviours of a stand-in, one a request: those of the script, in order, then the one that was set, then the first. */
export class Scripted<Behaviour> {
  readonly #first: Behaviour;
  #always: Behaviour;
  #next: Behaviour[] = [];

  constructor(first: Behaviour) {
    this.#first = first;
    this.#always = first;
  }

  script(behaviours: readonly Behaviour[]): void {
    this.#next = [...behaviours];
  }

  behave(behaviour: Behaviour): void {
    this.#always = behaviour;
  }

  reset(): void {
    this.#next = [];
    this.#always = this.#first;
  }

  protected taken(): Behaviour {
    return this.#next.shift() ?? this.#always;
  }
}
