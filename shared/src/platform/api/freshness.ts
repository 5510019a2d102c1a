/** What a tab has to find again in what it reads: its own writes, and what live messages have told (docs/product/platform.md, Reads from replicas). */

/** How long reads go to the primary after an own write, after a live message, and after a replica that did not serve, in milliseconds. */
export const WINDOW = 10_000;

/** Clocks of browsers are coarse, on purpose; in milliseconds. */
const GRAIN = 100;

const KEY = 'paperplane.reads';

/** What outlives a reload of the tab. Instants of data are by the primary's clock, in milliseconds; `until` is by the browser's. */
interface Known {
  /** Until when reads go to the primary at once. */
  until: number;
  /** What a replica must know; 0: nothing yet. */
  mustKnow: number;
  /** Whether something has happened of which only the next answer of the primary tells when. */
  isWaiting: boolean;
}

export interface Freshness {
  /** Whether reads have to ask the primary. */
  needsPrimary(): boolean;
  /** A request of this tab that wrote has been answered, or perhaps got lost. @param took how long it took, in milliseconds */
  wrote(asOf: number | null, took: number): void;
  /** A live message has come: something has been written. */
  heard(): void;
  /** A replica was too old or gave no answer. */
  failed(): void;
  /** Begins a request to the primary. @returns takes the instant that its answer knows */
  asksPrimary(): (asOf: number | null) => void;
  /** Whether a replica's answer has in it what this tab must find again. */
  isFresh(asOf: number | null): boolean;
}

/** The instant that an answer knows, by its header `x-as-of`, in milliseconds; null when it does not say. */
export function asOfOf(answer: Response): number | null {
  const instant = Date.parse(answer.headers.get('x-as-of') ?? '');
  return Number.isNaN(instant) ? null : instant;
}

/** A browser may refuse its storage: then nothing outlives a reload. */
function restored(): Partial<Known> {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? '{}') ?? {}) as Partial<Known>;
  } catch {
    return {};
  }
}

function keep(known: Known): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // Nothing is kept.
  }
}

/** What this tab knows of itself, as its last page left it. */
export function createFreshness(): Freshness {
  const { until = 0, mustKnow = 0, isWaiting = false } = restored();
  const known: Known = { until, mustKnow, isWaiting };
  /** How much has happened: an answer tells of what was before it was asked for. */
  let happened = 0;

  const leaveReplicas = () => {
    known.until = Date.now() + WINDOW;
    keep(known);
  };
  const happenedSometime = () => {
    happened += 1;
    known.isWaiting = true;
    leaveReplicas();
  };

  return {
    // A clock that was set back does not keep a tab from replicas for longer.
    needsPrimary: () => known.isWaiting || (Date.now() < known.until && known.until <= Date.now() + WINDOW),
    wrote(asOf, took) {
      if (asOf === null) return happenedSometime();
      // It was committed before its answer came, and began after its instant.
      known.mustKnow = Math.max(known.mustKnow, asOf + Math.ceil(took) + GRAIN);
      leaveReplicas();
    },
    heard: happenedSometime,
    failed: leaveReplicas,
    asksPrimary() {
      const before = happened;
      return (asOf) => {
        if (asOf === null || !known.isWaiting || before !== happened) return;
        known.mustKnow = Math.max(known.mustKnow, asOf + 1);
        known.isWaiting = false;
        keep(known);
      };
    },
    isFresh: (asOf) => known.mustKnow === 0 || (asOf !== null && asOf >= known.mustKnow),
  };
}
