import { useEffect, useRef, useState } from 'react';
import { useLocation } from '@paperplane/shared/platform';

/** How often, and how long, a new page is looked for, in milliseconds: its code may still be on its way. */
const STEP = 120;
const FOCUS_TIMEOUT = 4000;

/** True while nobody has put the focus anywhere of use since the page changed. */
const isFocusLost = (from: Element | null): boolean => {
  const active = document.activeElement;
  return !active || active === document.body || active === from || !active.isConnected;
};

function focusMain(): Element | null {
  const main = document.querySelector<HTMLElement>('main');
  if (!main) return null;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
  return main;
}

/**
 * Keeps the focus on the main region of a page that has just been opened, also when a placeholder gives way to the page itself.
 * Ends when somebody touches keyboard or pointer, or the page puts the focus somewhere itself.
 * @returns ends it
 */
function followMain(): () => void {
  let held: Element | null = document.activeElement;
  const started = Date.now();
  const timer = setInterval(() => {
    if (Date.now() - started > FOCUS_TIMEOUT || !isFocusLost(held)) return stop();
    if (held?.tagName !== 'MAIN' || !held.isConnected) held = focusMain() ?? held;
  }, STEP);
  function stop() {
    clearInterval(timer);
    window.removeEventListener('keydown', stop, true);
    window.removeEventListener('pointerdown', stop, true);
  }
  window.addEventListener('keydown', stop, true);
  window.addEventListener('pointerdown', stop, true);
  return stop;
}

/** Says a new page's name to a screen reader and moves the focus to it, as loading a document would. */
export function PageChange() {
  const { pathname } = useLocation();
  const [said, setSaid] = useState('');
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const stop = followMain();
    // A redirect needs a moment until the page and its title stand.
    const timer = setTimeout(() => setSaid(document.title), STEP);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [pathname]);
  return (
    <p className="pp-sr" role="status">
      {said}
    </p>
  );
}
