import { useEffect, useEffectEvent, useState } from 'react';
import { MOD_KEY, Search, useLazy } from '@paperplane/shared/ui';
import { HeldKeys } from './held-keys';
import type { Typed } from './typed';

const loadPalette = () => import(/* webpackChunkName: "search" */ './search-palette');

const isShortcut = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (metaKey || ctrlKey) && !altKey && !shiftKey;

/**
 * Opens the search, also by Ctrl/Cmd+K wherever one is (docs/product/platform.md, Search). The search itself is downloaded when somebody comes near or
 * presses the keys; what is typed meanwhile is kept for it.
 */
export function SearchButton() {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<Typed>({ text: '' });
  const { part: palette, fetch } = useLazy(loadPalette);

  const load = () => {
    // The next press tries again.
    if (!palette) void fetch().then((loaded) => loaded ?? setOpen(false));
  };
  const show = () => {
    load();
    setTyped({ text: '' });
    setOpen(true);
  };
  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    // The browser has a search of its own on these keys.
    event.preventDefault();
    // Another dialog has a question that comes first.
    if (!open && document.querySelector('dialog[open]')) return;
    if (open) setOpen(false);
    else show();
  });
  useEffect(() => {
    document.addEventListener('keydown', onShortcut);
    return () => document.removeEventListener('keydown', onShortcut);
  }, []);

  const isComing = open && !palette;
  return (
    <>
      <button
        type="button"
        className="pp-find"
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        aria-busy={isComing || undefined}
        onPointerEnter={load}
        onFocus={load}
        onClick={show}
      >
        <Search className="pp-i" />
        <span aria-hidden="true">{(isComing && typed.text) || 'Search'}</span>
        <kbd className="pp-kbd" aria-hidden="true">
          {MOD_KEY === '⌘' ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {isComing && <HeldKeys typed={typed} onType={setTyped} onClose={() => setOpen(false)} />}
      {open && palette && <palette.SearchPalette begun={typed} onClose={() => setOpen(false)} />}
    </>
  );
}
