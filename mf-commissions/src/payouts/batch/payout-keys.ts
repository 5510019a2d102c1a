import type { KeyboardEvent } from 'react';

const STOPS = 'summary, [data-line]';

/** Arrows walk the agents and their open lines, H holds or releases the line that has the focus; Enter is the browser's. */
export function payoutKeys(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>(STOPS)];
  const at = stops.findIndex((stop) => stop === target || stop.contains(target));
  if (at < 0) return;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    event.preventDefault();
    stops[at + (key === 'ArrowDown' ? 1 : -1)]?.focus();
  } else if (key === 'h' || key === 'H') {
    const hold = stops[at]?.querySelector<HTMLElement>('[data-hold]');
    if (!hold) return;
    event.preventDefault();
    hold.click();
  }
}
