import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from '@paperplane/shared/platform';
import { Bell as BellIcon, useLazy } from '@paperplane/shared/ui';
import { badge } from './notification';

const loadDropdown = () => import(/* webpackChunkName: "bell" */ './notification-dropdown');

/** The bell with its unread count; opens the list of notifications, which is downloaded when somebody comes near (docs/product/notifications.md, Bell and notifications page). */
export function Bell({ userId, unread }: { userId: string; unread: number }) {
  const [open, setOpen] = useState(false);
  const { part: dropdown, fetch } = useLazy(loadDropdown);
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const count = badge(unread);

  const load = () => {
    // The next press tries again.
    if (!dropdown) void fetch().then((loaded) => loaded ?? setOpen(false));
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
        aria-busy={(open && !dropdown) || undefined}
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
      {open && dropdown && (
        <dropdown.NotificationDropdown userId={userId} unread={unread} onDone={() => setOpen(false)} />
      )}
    </span>
  );
}
