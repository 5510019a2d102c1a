import type { SaleHistoryEntry } from '../sale';
import type { HistoryChange } from './describe-history';

const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];

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
export function travelerChanges({ changedFields, previous, next }: SaleHistoryEntry): HistoryChange[] {
  if (!changedFields.includes('travelers')) return [];
  const [before, after] = [names(previous['travelers']), names(next['travelers'])];
  return [
    ...without(after, before).map((name) => ({ label: 'Traveler added', to: name })),
    ...without(before, after).map((name) => ({ label: 'Traveler removed', to: name })),
  ];
}
