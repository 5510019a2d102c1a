import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import {
  Content,
  Item,
  Label,
  RadioGroup,
  RadioItem,
  Root,
  Separator,
  Trigger,
} from '@radix-ui/react-dropdown-menu';
import { Link, paths } from '@paperplane/shared/platform';
import { Check, LogOut, Monitor, Moon, Sun, UserRound } from '@paperplane/shared/ui';
import { chooseTheme, THEME_LABELS, THEMES, type Theme } from '../theme/theme';
import { useTheme } from '../theme/theme-switch';
import { useSignOut } from '../use-sign-out';

export interface LoadedUserMenuProps {
  /** What the button shows. */
  face: ReactNode;
  /** How the button was pressed while this was on its way, if it was. */
  openAtOnce: 'pointer' | 'keys' | null;
  /** The button that this one replaces had the focus. */
  focusAtOnce: boolean;
}

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } satisfies Record<Theme, unknown>;

function ThemeItems() {
  const theme = useTheme();
  const choose = (value: string) => chooseTheme(THEMES.find((name) => name === value) ?? 'system');
  return (
    <RadioGroup value={theme} onValueChange={choose}>
      {THEMES.map((name) => {
        const Icon = THEME_ICONS[name];
        return (
          // Stays open: one sees the look change and may choose again.
          <RadioItem key={name} value={name} asChild onSelect={(event) => event.preventDefault()}>
            <button type="button">
              <Icon className="pp-i" />
              <span className="pp-grow">{THEME_LABELS[name]}</span>
              {theme === name && <Check className="pp-i pp-i-14" />}
            </button>
          </RadioItem>
        );
      })}
    </RadioGroup>
  );
}

/** Your Profile, theme, Sign out. Without a portal, so that it stays inside the page's header for screen readers. */
export function LoadedUserMenu({ face, openAtOnce, focusAtOnce }: LoadedUserMenuProps) {
  const { signOut, question } = useSignOut();
  const trigger = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLDivElement>(null);
  const opensByKeys = useRef(openAtOnce === 'keys');
  const leaving = useRef(false);
  useEffect(() => {
    if (focusAtOnce && !openAtOnce) trigger.current?.focus();
  }, [focusAtOnce, openAtOnce]);
  /** The library saw no key: it came before it. What keys open begins at its first item. */
  const onFocus = (event: FocusEvent) => {
    if (!opensByKeys.current || event.target !== event.currentTarget) return;
    opensByKeys.current = false;
    first.current?.focus();
  };
  /** Signs out after the menu has closed, so that a question can return the focus to the button. */
  const onClosed = (event: Event) => {
    if (!leaving.current) return;
    leaving.current = false;
    event.preventDefault();
    trigger.current?.focus();
    signOut();
  };
  return (
    <Root modal={false} defaultOpen={openAtOnce !== null}>
      <Trigger ref={trigger} className="pp-usermenu">
        {face}
      </Trigger>
      <Content
        className="pp-pop pp-menu shell-usermenu"
        align="end"
        sideOffset={10}
        collisionPadding={8}
        onCloseAutoFocus={onClosed}
        onFocus={onFocus}
      >
        <Item asChild ref={first}>
          <Link to={paths.profile.href()}>
            <UserRound className="pp-i" />
            <span className="pp-grow">Your Profile</span>
          </Link>
        </Item>
        <Separator className="sep" />
        <Label className="shell-usermenu-label">Theme</Label>
        <ThemeItems />
        <Separator className="sep" />
        <Item
          asChild
          onSelect={() => {
            leaving.current = true;
          }}
        >
          <button type="button">
            <LogOut className="pp-i" />
            <span className="pp-grow">Sign out</span>
          </button>
        </Item>
      </Content>
      {question}
    </Root>
  );
}
