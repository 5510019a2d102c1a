import { Link, paths, useAuth } from '@paperplane/shared/platform';
import {
  Avatar,
  ChevronDown,
  LogOut,
  Menu,
  Monitor,
  Moon,
  Settings,
  Sun,
  UserRound,
} from '@paperplane/shared/ui';
import { chooseTheme, THEME_LABELS, THEMES, type Theme } from '../theme/theme';
import { useTheme } from '../theme/theme-switch';
import { useSignOut } from '../use-sign-out';
import { AGENCY_SETTINGS_HREF } from './agency-settings';

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } satisfies Record<Theme, unknown>;

/** Your Profile, theme, Sign out (docs/product/platform.md, App shell). */
export function UserMenu() {
  const { user, displayName, isAdmin } = useAuth();
  const { signOut, question } = useSignOut();
  const theme = useTheme();
  const themes = THEMES.map((name) => {
    const Icon = THEME_ICONS[name];
    return {
      key: name,
      label: THEME_LABELS[name],
      icon: <Icon className="pp-i" />,
      checked: theme === name,
      onSelect: () => chooseTheme(name),
    };
  });
  return (
    <>
      <Menu
        label={displayName}
        buttonClassName="pp-usermenu"
        button={
          <>
            <Avatar person={user} size="sm" />
            <span>{displayName}</span>
            <ChevronDown className="pp-i pp-i-14" />
          </>
        }
        items={[
          {
            key: 'profile',
            label: 'Your Profile',
            icon: <UserRound className="pp-i" />,
            to: paths.profile.href(),
            link: Link,
          },
          ...(isAdmin
            ? [
                {
                  key: 'agency',
                  label: 'Agency settings',
                  icon: <Settings className="pp-i" />,
                  to: AGENCY_SETTINGS_HREF,
                  link: Link,
                },
              ]
            : []),
          ...themes.map((item, at) => (at === 0 ? { ...item, separated: true, heading: 'Theme' } : item)),
          {
            key: 'sign-out',
            label: 'Sign out',
            icon: <LogOut className="pp-i" />,
            separated: true,
            onSelect: signOut,
          },
        ]}
      />
      {question}
    </>
  );
}
