import { useSyncExternalStore } from 'react';

/** Which answers in the api's cache come from this device, by cache key: when the server gave them, in milliseconds. */
export type FromDevice = Readonly<Record<string, number>>;

let known: FromDevice = {};
const listeners = new Set<() => void>();

function become(next: FromDevice): void {
  known = next;
  for (const listener of listeners) listener();
}

/** An answer was read from this device. @param at when the server gave it, in milliseconds */
export const noteFromDevice = (key: string, at: number): void => become({ ...known, [key]: at });

/** The server has answered. */
export function noteFromServer(key: string): void {
  if (!(key in known)) return;
  const { [key]: _gone, ...others } = known;
  become(others);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Which answers come from this device (docs/product/platform.md, Reading offline). */
export const useFromDevice = (): FromDevice => useSyncExternalStore(subscribe, () => known);
