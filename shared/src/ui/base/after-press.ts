/** What ends the press or the key that took the focus away. */
const ENDS = ['pointerup', 'pointercancel', 'keyup'] as const;
/** Nobody presses for so long; and a program that moves the focus presses nothing. */
const LONGEST = 1000;

/**
 * Does something once the press that took the focus away has ended, with its click: what moves the page before makes the click miss.
 * @param act what may move the page
 */
export function afterPress(act: () => void): void {
  const ending = new AbortController();
  const end = () => {
    ending.abort();
    clearTimeout(timer);
    // The click comes right behind.
    setTimeout(act);
  };
  const timer = setTimeout(end, LONGEST);
  for (const name of ENDS) addEventListener(name, end, { capture: true, signal: ending.signal });
}
