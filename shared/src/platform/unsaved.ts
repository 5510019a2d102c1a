import { useEffect } from 'react';

const unsaved = new Set<object>();

/**
 * Says that something on the screen has been typed and not saved: the app will not load a new version over it. Ends with the component.
 * @param dirty usually `formState.isDirty`; false again once it is saved or discarded
 */
export function useUnsavedChanges(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const mark = {};
    unsaved.add(mark);
    return () => void unsaved.delete(mark);
  }, [dirty]);
}

/** True while any form of the page says so. */
export const hasUnsavedChanges = (): boolean => unsaved.size > 0;
