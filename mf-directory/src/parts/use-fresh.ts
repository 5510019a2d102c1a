import { useState } from 'react';
import type { RecordQuery } from './record-gate';

/**
 * Waits for a record as it is now, however old the one is that is known already: a form that starts from an old version ends in a conflict
 * with oneself. Once it is there, a refetch does not take the form away.
 * @param query asked anew when the page opens (`refetchOnMountOrArgChange`)
 */
export function useFresh<Query extends RecordQuery<unknown>>(id: string, query: Query): Query {
  const { currentData, isFetching, error } = query;
  const [started, setStarted] = useState<string | null>(null);
  if (currentData && !isFetching && started !== id) setStarted(id);
  const isReady = started === id;
  return { ...query, currentData: isReady ? currentData : undefined, error: isReady ? null : error };
}
