import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Shows a `<dialog>` modally as long as its component is rendered. The browser traps focus; closing gives it back to where it was.
 * @param onCloseRequest Esc, Back on Android
 * @param firstFocus selectors in the dialog, the first that finds something gets the focus; else the browser chooses
 */
export function useModal(
  onCloseRequest: () => void,
  firstFocus: readonly string[],
): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const requestClose = useEffectEvent(onCloseRequest);
  const focusFirst = useEffectEvent((dialog: HTMLDialogElement) => {
    for (const selector of firstFocus) {
      const found = dialog.querySelector<HTMLElement>(selector);
      if (found) return found.focus();
    }
  });

  // Layout effect: its cleanup runs while the dialog still stands in the document, so focus can be returned.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    focusFirst(dialog);

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (!(event.target instanceof Element) || event.target.closest('dialog') !== dialog) return;
      // Prevented here, or the browser would close it on the second Esc whatever the page says.
      event.preventDefault();
      requestClose();
    };
    const onCancel = (event: Event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      requestClose();
    };
    // On the document: React's own handlers, which sit below it, may have used the key for a list or a menu.
    document.addEventListener('keydown', onKeyDown);
    dialog.addEventListener('cancel', onCancel);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      dialog.removeEventListener('cancel', onCancel);
      // A question that goes with it stands above it, and would keep the focus from what is behind.
      for (const question of dialog.querySelectorAll<HTMLDialogElement>('dialog[open]')) question.close();
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return ref;
}
