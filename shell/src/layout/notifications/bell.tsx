import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from '@paperplane/shared/platform';
import { Bell as BellIcon } from '@paperplane/shared/ui';
import type { NotificationDropdown } from './notification-dropdown';
import { badge } from './notification';

/** The bell with its unread count; opens the list of notifications, which is downloaded on hover or focus (docs/product.md, Bell and notifications page). */
export function Bell({ userId, unread }: { userId: string; unread: number }) {
  const [open, setOpen] = useState(false);
  const [Dropdown, setDropdown] = useState<typeof NotificationDropdown | null>(null);
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const count = badge(unread);

  const load = () => {
    if (Dropdown) return;
    import(/* webpackChunkName: "bell" */ './notification-dropdown').then(
      (module) => setDropdown(() => module.NotificationDropdown),
      // The next press tries again.
      () => setOpen(false),
    );
  };

  // Wherever somebody went, the list has done its work.
  useEffect(() => setOpen(false), [key]);

  useEffect(() => {
    if (!open) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [open]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return;
    event.preventDefault();
    setOpen(false);
    button.current?.focus();
  }

  return (
    <span
      ref={root}
      role="presentation"
      className="shell-bell"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !root.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="pp-iconbtn pp-bell"
        aria-label={count ? `Notifications, ${count} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-busy={(open && !Dropdown) || undefined}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => {
          load();
          setOpen(!open);
        }}
      >
        <BellIcon className="pp-i pp-i-18" />
        {count && <span className="pp-count">{count}</span>}
      </button>
      {open && Dropdown && <Dropdown userId={userId} unread={unread} onDone={() => setOpen(false)} />}
    </span>
  );
}
