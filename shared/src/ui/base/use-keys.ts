import { useEffect, useEffectEvent } from 'react';
import { MOD_KEY } from '../actions/mod-key';

/** `⌘↵`: the keys of a screen's main action, as they stand on this keyboard. */
export const SEND_KEYS = MOD_KEY === '⌘' ? '⌘↵' : 'Ctrl ↵';

/** What to do for a key: `j`, `A` (with shift), `?`, `Enter`, `ArrowDown`; `Shift+ArrowDown`; `Mod+Enter` also while something is typed. */
export type Keys = Record<string, (() => void) | undefined>;

const TYPED_INTO = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true]';
const DOES_SOMETHING = 'a, button, summary, [role=menuitem], label';

/** True where a key belongs to the screen: nothing is typed into, nothing stands above the page, and Enter has no other meaning. */
export function isForScreen(event: KeyboardEvent): boolean {
  const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false;
  if (document.querySelector('dialog[open], [role=menu], .pp-filter-pop')) return false;
  if (!(target instanceof Element)) return true;
  if (target.closest(TYPED_INTO)) return false;
  return key !== 'Enter' || !target.closest(DOES_SOMETHING);
}

const isSend = ({ key, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !defaultPrevented && !document.querySelector('dialog[open]');

/** An arrow is the same key with shift and without: only its name here tells. */
const nameOf = ({ key, shiftKey }: KeyboardEvent): string =>
  shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key;

/** The keys of a screen. */
export function useKeys(keys: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = isSend(event) ? keys['Mod+Enter'] : isForScreen(event) ? keys[nameOf(event)] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** The row a key leads to: the next or previous one, and the first when none is chosen. It stops at both ends. */
export function movedIndex(index: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (index < 0) return step === 1 ? 0 : count - 1;
  return Math.min(count - 1, Math.max(0, index + step));
}
