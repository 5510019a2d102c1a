import { Link, useCurrentUser, useLocation } from '@paperplane/shared/platform';
import { LogoLink } from './logo-link';
import { MobileMenu } from './menu/mobile-menu';
import { UserMenu } from './menu/user-menu';
import { Bell } from './notifications/bell';
import { useGetUnreadCountQuery } from './notifications/notifications-api';
import { useLiveNotifications } from './notifications/use-live-notifications';
import { SearchButton } from '../search/search-button';
import { isActivePath, useTabs } from './tabs';
import { useRefetchOnFocus } from './use-refetch-on-focus';

/** Logo, tabs, search, bell and user menu; logo, search and burger alone on a small screen (docs/product/platform.md, Top bar). */
export function TopBar() {
  const tabs = useTabs();
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const { data: unread = 0, refetch } = useGetUnreadCountQuery(user.id);
  useRefetchOnFocus(refetch);
  useLiveNotifications(user.id);
  return (
    <header className="pp-topbar">
      <div className="pp-topbar-in">
        <LogoLink />
        <nav className="pp-tabs" aria-label="Main">
          {tabs.map(({ path, label }) => (
            <Link key={path} to={path} aria-current={isActivePath(path, pathname) ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        <div className="pp-topbar-end">
          <SearchButton />
          <Bell userId={user.id} unread={unread} />
          <UserMenu />
          <MobileMenu key={pathname} tabs={tabs} unread={unread} />
        </div>
      </div>
    </header>
  );
}
