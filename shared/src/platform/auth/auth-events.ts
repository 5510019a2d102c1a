/** Lets the client and the base query tell Auth what has happened, without importing it. */
interface Listener {
  /** A request was denied. */
  denied: () => void;
  /** The session has changed, in this tab or another. */
  changed: (event: string) => void;
}

let listener: Partial<Listener> = {};

export const authEvents = {
  denied: (): void => listener.denied?.(),
  changed: (event: string): void => listener.changed?.(event),
  listen: (to: Partial<Listener>): void => {
    listener = to;
  },
};
