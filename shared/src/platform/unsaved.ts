import { useEffect } from 'react';
import { store } from './store';

const unsaved = new Set<object>();

const PREFIX = 'paperplane.unsaved';
/** Tells what this page holds from what other tabs do. */
const TAB = Math.random().toString(36).slice(2);
/** Not in every browser: then tabs do not know of each other's typing. */
const locks = () => navigator.locks as LockManager | undefined;

/**
 * Lets the other tabs know of unsaved typing in this one, by its person and title: a lock ends with its tab, also when that crashes.
 * @returns ends it
 */
function tellOtherTabs(): () => void {
  const { session } = store.getState().auth;
  if (!session) return () => undefined;
  const title = document.title.replace(/ · Paperplane$/, '');
  let end = () => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  locks()
    ?.request([PREFIX, TAB, session.userId, title].join('/'), { mode: 'shared' }, () => held)
    .catch(() => undefined);
  return end;
}

/**
 * Says that something on the screen has been typed and not saved: the app will not load a new version over it, and signing out asks first,
 * in other tabs, too. Ends with the component.
 * @param dirty usually `formState.isDirty`; false again once it is saved or discarded
 */
export function useUnsavedChanges(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const mark = {};
    unsaved.add(mark);
    const end = tellOtherTabs();
    return () => {
      unsaved.delete(mark);
      end();
    };
  }, [dirty]);
}

/** True while any form of the page says so. */
export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

/** The titles of the other tabs in which the person of this one has typed something and not saved it. */
export async function unsavedElsewhere(): Promise<string[]> {
  const { session } = store.getState().auth;
  const { held = [] } = (await locks()
    ?.query()
    .catch(() => undefined)) ?? { held: [] };
  return [...new Set(held.map(({ name = '' }) => name))].flatMap((name) => {
    const [prefix, tab, user, ...title] = name.split('/');
    return prefix === PREFIX && tab !== TAB && user === session?.userId ? [title.join('/')] : [];
  });
}
