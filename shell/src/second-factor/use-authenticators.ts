import { useEffect, useState } from 'react';
import { processError, type AppError } from '@paperplane/shared/domain';
import { loadSecondFactor, type Authenticator } from '@paperplane/shared/platform';

type Found = { list: readonly Authenticator[] } | { error: AppError } | null;

async function find(): Promise<Found> {
  try {
    const { listAuthenticators } = await loadSecondFactor();
    const list = await listAuthenticators();
    return 'error' in list ? list : { list };
  } catch (error) {
    return { error: processError(error, 'Auth/ListFactors') };
  }
}

/** One's own authenticators, the one used last first; null while they are on their way. */
export function useAuthenticators(): { found: Found; again: () => void } {
  const [found, setFound] = useState<Found>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    void find().then((next) => wanted && setFound(next));
    return () => {
      wanted = false;
    };
  }, [attempt]);
  const again = () => {
    setFound(null);
    setAttempt(attempt + 1);
  };
  return { found, again };
}
