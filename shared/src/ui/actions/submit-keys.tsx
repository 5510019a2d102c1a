import { MOD_KEY } from './mod-key';

/** "⌘ ↵ to create": the keys that submit the form, as this keyboard calls them. */
export function SubmitKeys({ verb }: { verb: string }) {
  return (
    <p className="pp-keyhint pp-xs pp-muted only-d">
      <kbd className="pp-kbd">{MOD_KEY}</kbd> <kbd className="pp-kbd">↵</kbd> to {verb}
    </p>
  );
}
