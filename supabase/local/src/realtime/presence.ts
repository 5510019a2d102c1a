import crypto from 'node:crypto';
import type { Hub, Listener } from './hub.js';

/** What somebody tells about themselves, with the reference that names this telling. */
type Meta = Record<string, unknown> & { phx_ref: string };
type State = Record<string, { metas: Meta[] }>;

interface Tracked {
  key: string;
  meta: Meta;
}

const single = ({ key, meta }: Tracked): State => ({ [key]: { metas: [meta] } });

/** Who is present on which topic. Each subscription tells one thing at a time, under a key that others may share. */
export class Presences {
  readonly #tracked = new Map<Listener, Tracked>();

  constructor(private readonly hub: Hub) {}

  /** Everybody present where the listener is. */
  state(listener: Listener): State {
    // Without a prototype: keys are whatever clients choose.
    const state = Object.create(null) as State;
    for (const other of this.hub.sameChannel(listener)) {
      const tracked = this.#tracked.get(other);
      if (tracked) (state[tracked.key] ??= { metas: [] }).metas.push(tracked.meta);
    }
    return state;
  }

  /** Makes the listener present, or changes what it tells. */
  track(listener: Listener, key: string, told: Record<string, unknown>): void {
    const before = this.#tracked.get(listener);
    const meta: Meta = {
      ...told,
      phx_ref: crypto.randomBytes(9).toString('base64url'),
      ...(before ? { phx_ref_prev: before.meta.phx_ref } : {}),
    };
    this.#tracked.set(listener, { key, meta });
    this.#announce(listener, { joins: single({ key, meta }), leaves: before ? single(before) : {} });
  }

  /** Ends the listener's presence, if there is one. */
  untrack(listener: Listener): void {
    const before = this.#tracked.get(listener);
    if (!before) return;
    this.#tracked.delete(listener);
    this.#announce(listener, { joins: {}, leaves: single(before) });
  }

  #announce(listener: Listener, diff: Record<string, unknown>): void {
    for (const other of this.hub.sameChannel(listener)) other.hearPresence(diff);
  }
}
