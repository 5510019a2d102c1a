import { useState } from 'react';
import { isOnItsWay } from './chase-words';
import { useGetVendorChasesQuery } from './mail-api';

const LOOKS_AGAIN_MS = 3000;

/** The last e-mails that asked vendors, or one of them; looks again while one is on its way. */
export function useVendorChases(asked: { vendorId?: string }, skip = false) {
  const [waits, setWaits] = useState(false);
  const query = useGetVendorChasesQuery(asked, {
    skip,
    pollingInterval: waits ? LOOKS_AGAIN_MS : 0,
    skipPollingIfUnfocused: true,
  });
  const isWaiting = query.currentData?.chases.some(isOnItsWay) ?? false;
  if (isWaiting !== waits) setWaits(isWaiting);
  return query;
}
