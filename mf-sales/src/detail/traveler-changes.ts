import type { SaleHistoryEntry } from '../sale';

/** What a history entry changed, in words. */
export interface HistoryChange {
  label: string;
  from?: string;
  to: string;
}

/** What is in the first list more often than in the second: two people may share a name. */
function without(list: readonly string[], taken: readonly string[]): string[] {
  const left = [...taken];
  return list.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Who joined and who left, as the names were then. */
export function travelerChanges({ changedFields, previousData, newData }: SaleHistoryEntry): HistoryChange[] {
  if (!changedFields.includes('travelers')) return [];
  const [before, after] = [previousData?.travelers ?? [], newData.travelers ?? []];
  return [
    ...without(after, before).map((name) => ({ label: 'Traveler added', to: name })),
    ...without(before, after).map((name) => ({ label: 'Traveler removed', to: name })),
  ];
}
