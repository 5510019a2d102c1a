import { useState } from 'react';

export type Selection = ReturnType<typeof useSelection>;

/**
 * Which rows are selected: one by one, or from the one before up to another one. What leaves the list is not selected any more.
 * @param ids of the rows, in their order
 */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState('');
  const selected = ids.filter((id) => chosen.has(id));
  const select = (more: readonly string[]) => setChosen(new Set([...selected, ...more]));

  return {
    selected,
    has: (id: string) => chosen.has(id),
    toggle: (id: string) => {
      setAnchor(id);
      setChosen(new Set(chosen.has(id) ? selected.filter((each) => each !== id) : [...selected, id]));
    },
    /** All from the last one that was chosen up to this one, whichever way; without one, `from`. */
    range: (id: string, from = id) => {
      const start = ids.indexOf(ids.includes(anchor) && chosen.has(anchor) ? anchor : from);
      const end = ids.indexOf(id);
      if (start !== ids.indexOf(anchor)) setAnchor(ids[start] ?? '');
      select(ids.slice(Math.min(start, end), Math.max(start, end) + 1));
    },
    /** All of these, or none of them where all are selected. */
    toggleAll: (group: readonly string[]) => {
      if (group.every((id) => chosen.has(id)))
        setChosen(new Set(selected.filter((id) => !group.includes(id))));
      else select(group);
    },
    clear: () => {
      setChosen(new Set());
      setAnchor('');
    },
  };
}
