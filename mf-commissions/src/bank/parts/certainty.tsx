import type { Certainty as Level } from '../bank-types';

const BARS: Record<Level, number> = { possible: 1, likely: 2, certain: 3 };
const WORDS: Record<Level, string> = { possible: 'Possible', likely: 'Likely', certain: 'Certain' };

/** How sure a suggestion is: three bars and a word, never a percentage. */
export function Certainty({ level }: { level: Level }) {
  return (
    <span className={`bank-conf is-${BARS[level]}`}>
      <span className="bars" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {WORDS[level]}
    </span>
  );
}
