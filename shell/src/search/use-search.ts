import { useEffect, useState } from 'react';
import { displayMessage, LIMITS } from '@paperplane/shared/domain';
import { useDebouncedValue } from '@paperplane/shared/ui';
import type { Found } from './found';
import { useLazySearchEverythingQuery } from './search-api';

/** How long after the last key the database is asked, in milliseconds. */
const PAUSE = 150;

export interface Search {
  /** What was found the last time, perhaps for an earlier text; null before anything is found. */
  found: Found | null;
  /** The text it was found for. */
  answered: string;
  /** Why the search of the present text failed. */
  error: string | null;
  retry: () => void;
}

/** What is looked for: without blanks around it, without characters nobody types, and no longer than the database looks for. */
export const searchedText = (typed: string): string =>
  typed
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LIMITS.search);

/** Asks while somebody types: a moment after the last key, and whatever is overtaken is cancelled. @param text from `searchedText` */
export function useSearch(text: string): Search {
  const term = useDebouncedValue(text, PAUSE);
  const [ask] = useLazySearchEverythingQuery();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Pick<Search, 'found' | 'answered' | 'error'>>({
    found: null,
    answered: '',
    error: null,
  });
  useEffect(() => {
    if (term === '') return;
    const asked = ask(term, true);
    let overtaken = false;
    void asked.then(({ data, error }) => {
      if (overtaken) return;
      if (data) setAnswer({ found: data, answered: term, error: null });
      else setAnswer((before) => ({ ...before, answered: term, error: displayMessage(error) }));
    });
    return () => {
      overtaken = true;
      asked.abort();
    };
  }, [ask, term, attempt]);
  return { ...answer, retry: () => setAttempt((count) => count + 1) };
}
