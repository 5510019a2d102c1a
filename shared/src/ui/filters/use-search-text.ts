import { useEffect, useState } from 'react';

/** Milliseconds without a key before the list is searched. */
const PAUSE = 250;

/**
 * Text of a search box that reaches the address only when the typist pauses. Back, Forward and links win over the text.
 * @param committed the search in the address
 * @param commit puts a search there
 */
export function useSearchText(committed: string, commit: (text: string) => void) {
  const [text, setText] = useState(committed);
  const [seen, setSeen] = useState(committed);
  const [sent, setSent] = useState(committed);

  if (committed !== seen) {
    setSeen(committed);
    // Our own search coming back must not take away what was typed meanwhile.
    if (committed !== sent) {
      setText(committed);
      setSent(committed);
    }
  }

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === committed) return;
    const timer = setTimeout(() => {
      setSent(wanted);
      commit(wanted);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, committed, commit]);

  return [text, setText] as const;
}
