import { useEffect, useRef, useState, type ComponentType } from 'react';
import { Link, paths, useAuth, useLocation, type NavItem } from '@paperplane/shared/platform';
import {
  Avatar,
  Bell,
  Building2,
  CircleUser,
  HandCoins,
  IconButton,
  LayoutDashboard,
  LogOut,
  MenuIcon,
  Moon,
  Settings,
  Ticket,
  UserRound,
  Users,
  MediaObject,
  X,
} from '@paperplane/shared/ui';
import { badge } from '../notifications/notification';
import { isActivePath } from '../tabs';
import { ThemeSwitch } from '../theme/theme-switch';
import { useSignOut } from '../use-sign-out';
import { AGENCY_SETTINGS_HREF } from './agency-settings';

type Icon = ComponentType<{ className?: string }>;

const ICONS: Record<string, Icon> = {
  [paths.dashboard.pattern]: LayoutDashboard,
  [paths.customers.pattern]: Users,
  [paths.sales.pattern]: Ticket,
  [paths.commissions.pattern]: HandCoins,
  [paths.team.pattern]: CircleUser,
  [paths.vendors.pattern]: Building2,
};

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

/** Burger and what it opens on a small screen: tabs, notifications, profile, sign out, who one is. */
export function MobileMenu({ tabs, unread }: MobileMenuProps) {
  const [open, setOpen] = useState(false);
  const burger = useRef<HTMLButtonElement>(null);
  useCoverPage(open);
  const count = badge(unread);
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
        aria-controls={open ? 'mobile-menu' : undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? <X className="pp-i pp-i-20" /> : <MenuIcon className="pp-i pp-i-20" />}
        {!open && count && <span className="pp-count shell-burger-count">{count}</span>}
      </IconButton>
      {open && <MobilePanel tabs={tabs} count={count} onDone={() => setOpen(false)} />}
    </div>
  );
}

function MobilePanel({
  tabs,
  count,
  onDone,
}: {
  tabs: readonly NavItem[];
  count: string;
  onDone: () => void;
}) {
  const { user, displayName, isAdmin } = useAuth();
  const { pathname } = useLocation();
  const { signOut, question } = useSignOut();
  const entry = (to: string, Icon: Icon, text: string, extra?: React.ReactNode) => (
    <Link key={to} to={to} aria-current={isActivePath(to, pathname) ? 'page' : undefined} onClick={onDone}>
      <Icon className="pp-i pp-i-20" />
      {text}
      {extra}
    </Link>
  );
  return (
    <div className="shell-mm" id="mobile-menu">
      <nav aria-label="Main">{tabs.map(({ path, label }) => entry(path, ICONS[path] ?? Ticket, label))}</nav>
      <hr className="pp-rule" />
      <nav aria-label="News">
        {entry(
          paths.notifications.href(),
          Bell,
          'Notifications',
          count && <span className="pp-count shell-mm-count">{count}</span>,
        )}
      </nav>
      <div className="shell-mm-me">
        <MediaObject media={<Avatar person={user} size="lg" />} name={displayName} meta={user?.email} />
        <nav aria-label="Account">
          {entry(paths.profile.href(), UserRound, 'Your Profile')}
          {isAdmin && entry(AGENCY_SETTINGS_HREF, Settings, 'Agency settings')}
          <div className="shell-mm-theme">
            <Moon className="pp-i pp-i-20" />
            <span className="pp-grow">Theme</span>
            <ThemeSwitch />
          </div>
          <button type="button" onClick={signOut}>
            <LogOut className="pp-i pp-i-20" />
            Sign out
          </button>
        </nav>
      </div>
      {question}
    </div>
  );
}
