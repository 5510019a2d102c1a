import type { ComponentType, ReactNode } from 'react';
import { Link, paths, useAuth, useLocation, type NavItem } from '@paperplane/shared/platform';
import {
  Avatar,
  Bell,
  Building2,
  ChartColumn,
  CircleUser,
  FileText,
  HandCoins,
  LayoutDashboard,
  LogOut,
  MediaObject,
  Moon,
  Settings,
  Ticket,
  UserRound,
  Users,
} from '@paperplane/shared/ui';
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
  [paths.documents.pattern]: FileText,
  [paths.reports.pattern]: ChartColumn,
};

interface MobilePanelProps {
  tabs: readonly NavItem[];
  /** Of unread notifications; empty for none. */
  count: string;
  onDone: () => void;
}

/** What the burger opens: tabs, notifications, profile, sign out, who one is. */
export function MobilePanel({ tabs, count, onDone }: MobilePanelProps) {
  const { user, displayName, isAdmin } = useAuth();
  const { pathname } = useLocation();
  const { signOut, question } = useSignOut();
  const entry = (to: string, Icon: Icon, text: string, extra?: ReactNode) => (
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
