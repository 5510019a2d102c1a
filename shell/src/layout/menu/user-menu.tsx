import { useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { useAuth } from '@paperplane/shared/platform';
import { Avatar, ChevronDown } from '@paperplane/shared/ui';
import type { LoadedUserMenuProps } from './loaded-user-menu';

/**
 * The account menu's button. The menu itself (a library) is downloaded when somebody points at the button, reaches it with the
 * keyboard or presses it, so the first load stays small; a press that came before the download opens it on arrival.
 */
export function UserMenu() {
  const { user, displayName } = useAuth();
  const [Loaded, setLoaded] = useState<ComponentType<LoadedUserMenuProps> | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [pressed, setPressed] = useState<'pointer' | 'keys' | null>(null);
  const [focused, setFocused] = useState(false);

  const load = () => {
    if (Loaded) return;
    import(/* webpackChunkName: "user-menu" */ './loaded-user-menu').then(
      ({ LoadedUserMenu }) => {
        setFocused(document.activeElement === button.current);
        setLoaded(() => LoadedUserMenu);
      },
      // The next press tries again.
      () => setPressed(null),
    );
  };
  const press = (by: 'pointer' | 'keys') => {
    setPressed(by);
    load();
  };

  const face = (
    <>
      <Avatar person={user} size="sm" />
      <span>{displayName}</span>
      <ChevronDown className="pp-i pp-i-14" />
    </>
  );
  if (Loaded) return <Loaded face={face} openAtOnce={pressed} focusAtOnce={focused} />;
  return (
    <button
      ref={button}
      type="button"
      className="pp-usermenu"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={pressed !== null || undefined}
      onPointerEnter={load}
      onFocus={load}
      // At the pointer's first touch, as the menu itself does: it may take the button's place before the click is complete.
      onPointerDown={(event) => event.button === 0 && press('pointer')}
      // A click without a pointer is of a key.
      onClick={({ detail }) => press(detail === 0 ? 'keys' : 'pointer')}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        press('keys');
      }}
    >
      {face}
    </button>
  );
}
