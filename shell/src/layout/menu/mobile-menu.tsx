import { useEffect, useRef, useState } from 'react';
import type { NavItem } from '@paperplane/shared/platform';
import { IconButton, MenuIcon, useLazy, X } from '@paperplane/shared/ui';
import { badge } from '../notifications/notification';

const loadPanel = () => import(/* webpackChunkName: "mobile-menu" */ './mobile-panel');

interface MobileMenuProps {
  tabs: readonly NavItem[];
  unread: number;
}

/** While the menu covers the page, neither keyboard nor scrolling reaches what is behind it. */
function useCoverPage(covered: boolean): void {
  useEffect(() => {
    const main = document.querySelector<HTMLElement>('main');
    if (!covered || !main) return;
    main.inert = true;
    document.documentElement.classList.add('shell-covered');
    return () => {
      main.inert = false;
      document.documentElement.classList.remove('shell-covered');
    };
  }, [covered]);
}

/** The burger of a small screen; what it opens is downloaded when somebody comes near (docs/product/platform.md, App shell). */
export function MobileMenu({ tabs, unread }: MobileMenuProps) {
  const [open, setOpen] = useState(false);
  const { part: panel, fetch } = useLazy(loadPanel);
  const burger = useRef<HTMLButtonElement>(null);
  useCoverPage(open && panel !== null);
  const count = badge(unread);
  const load = () => {
    // The next press tries again.
    if (!panel) void fetch().then((loaded) => loaded ?? setOpen(false));
  };
  const label = open ? 'Close menu' : 'Open menu';
  return (
    <div
      role="presentation"
      className="shell-mobile"
      onKeyDown={(event) => {
        // A dialog above the menu has an Esc of its own.
        if (event.key !== 'Escape' || !open || (event.target as Element).closest('dialog')) return;
        setOpen(false);
        burger.current?.focus();
      }}
    >
      <IconButton
        ref={burger}
        className="pp-burger"
        label={count && !open ? `${label}, ${count} unread notifications` : label}
        aria-expanded={open}
        aria-controls={open && panel ? 'mobile-menu' : undefined}
        aria-busy={(open && !panel) || undefined}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => {
          load();
          setOpen(!open);
        }}
      >
        {open ? <X className="pp-i pp-i-20" /> : <MenuIcon className="pp-i pp-i-20" />}
        {!open && count && <span className="pp-count shell-burger-count">{count}</span>}
      </IconButton>
      {open && panel && <panel.MobilePanel tabs={tabs} count={count} onDone={() => setOpen(false)} />}
    </div>
  );
}
