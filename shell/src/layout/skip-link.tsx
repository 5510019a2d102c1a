import { buttonClass } from '@paperplane/shared/ui';

/** First stop of the Tab key: past the top bar to the page. */
export function SkipLink() {
  return (
    <a
      className={buttonClass('primary', { className: 'pp-skip' })}
      href="#main"
      onClick={(event) => {
        // By hand: a hash in the address would be a navigation.
        event.preventDefault();
        const main = document.querySelector('main');
        if (!main) return;
        main.tabIndex = -1;
        main.focus();
        main.scrollIntoView?.();
      }}
    >
      Skip to content
    </a>
  );
}
