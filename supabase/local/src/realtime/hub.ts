/** Who listens where. A channel is one subscription of one socket. */
export interface Listener {
  /** The topic as the database knows it, without the prefix of the protocol. */
  topic: string;
  private: boolean;
  deliver(payload: Record<string, unknown>): void;
  /** Somebody came, went, or tells something else; for those who want to know. */
  hearPresence(diff: Record<string, unknown>): void;
}

/** All subscriptions of this backend. */
export class Hub {
  readonly #topics = new Map<string, Set<Listener>>();

  add(listener: Listener): void {
    const found = this.#topics.get(listener.topic) ?? new Set();
    found.add(listener);
    this.#topics.set(listener.topic, found);
  }

  remove(listener: Listener): void {
    const found = this.#topics.get(listener.topic);
    found?.delete(listener);
    if (found?.size === 0) this.#topics.delete(listener.topic);
  }

  /** Everybody on the listener's topic who joined it the same way, itself included. */
  sameChannel({ topic, private: isPrivate }: Listener): Listener[] {
    return [...(this.#topics.get(topic) ?? [])].filter((other) => other.private === isPrivate);
  }

  /** Whether nobody listens to anything. */
  get isEmpty(): boolean {
    return this.#topics.size === 0;
  }

  /** Delivers to everybody on the topic who joined it the same way: public messages never reach private channels. */
  send(topic: string, isPrivate: boolean, payload: Record<string, unknown>, except?: Listener): void {
    for (const listener of this.#topics.get(topic) ?? []) {
      if (listener !== except && listener.private === isPrivate) listener.deliver(payload);
    }
  }
}
