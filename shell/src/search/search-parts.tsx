import { MOD_KEY, SearchX } from '@paperplane/shared/ui';

/** Nothing and nobody: what is searched, and what to try. */
export const NothingFound = ({ text }: { text: string }) => (
  <div className="search-nothing">
    <span className="pp-tile" aria-hidden="true">
      <SearchX className="pp-i pp-i-18" />
    </span>
    <b>Nothing found for “{text}”</b>
    <p>Names, references, e-mail addresses, phone numbers and amounts are searched. Try fewer letters.</p>
  </div>
);

/** The keys in one quiet line; a phone has none. */
export const SearchKeys = () => (
  <footer className="search-keys only-d" aria-hidden="true">
    <span>
      <kbd className="pp-kbd">↑</kbd>
      <kbd className="pp-kbd">↓</kbd>move
    </span>
    <span>
      <kbd className="pp-kbd">↵</kbd>open
    </span>
    <span>
      <kbd className="pp-kbd">{MOD_KEY} ↵</kbd>new tab
    </span>
  </footer>
);
