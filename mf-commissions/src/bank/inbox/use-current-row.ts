import { movedIndex } from '@paperplane/shared/ui';
import { useEffect, useRef, useState } from 'react';

/** The element of a row that has the focus when the row is the current one. */
export const rowLinkId = (id: string): string => `bank-row-${id}`;

/**
 * The row the keys are about. It stays with its transaction; when that leaves the list, the next one takes its place.
 * @param ids of the rows, in their order
 */
export function useCurrentRow(ids: readonly string[]) {
  const [chosen, setChosen] = useState({ id: '', place: 0 });
  // From the first key on the focus follows; before that nothing is taken from where it was.
  const follows = useRef(false);
  const at = ids.indexOf(chosen.id);
  const index = at >= 0 ? at : Math.min(chosen.place, ids.length - 1);
  const currentId = ids[index] ?? null;
  useEffect(() => {
    if (follows.current && currentId) document.getElementById(rowLinkId(currentId))?.focus();
  }, [currentId]);

  const choose = (place: number) => setChosen({ id: ids[place] ?? '', place });
  return {
    currentId,
    /** By the pointer, or by the focus itself. */
    choose: (id: string) => {
      if (id !== currentId) choose(ids.indexOf(id));
    },
    move: (step: 1 | -1) => {
      follows.current = true;
      // The first key shows where one is.
      if (currentId) document.getElementById(rowLinkId(currentId))?.focus();
      choose(movedIndex(index, step, ids.length));
    },
    /** Its row is about to leave: the next one is the current one at once. */
    passOver: (id: string) => {
      follows.current = true;
      const place = ids.indexOf(id);
      choose(place + 1 < ids.length ? place + 1 : Math.max(0, place - 1));
    },
  };
}
