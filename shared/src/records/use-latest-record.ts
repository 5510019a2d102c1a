import { useState } from 'react';
import type { RecordQuery } from './record-gate';

/**
 * Waits for a record as it is now, however old the one is that is known already: a form that starts from an old version ends in a conflict
 * with oneself. Once it is there, a refetch does not take the form away.
 * @param query asked anew when the page opens (`refetchOnMountOrArgChange`)
 */
export function useLatestRecord<T>(id: string, query: RecordQuery<T>): RecordQuery<T> {
  const { currentData, isFetching, error } = query;
  const [kept, setKept] = useState<{ id: string; record: T } | null>(null);
  if (currentData != null && !isFetching && (kept?.id !== id || kept.record !== currentData))
    setKept({ id, record: currentData });
  const isReady = kept?.id === id;
  return {
    ...query,
    currentData: isReady ? kept.record : currentData === null ? null : undefined,
    error: isReady ? null : error,
  };
}
