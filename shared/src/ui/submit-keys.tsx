/** "⌘ ↵ to create": the keys that submit the form, as this keyboard calls them. */
export function SubmitKeys({ verb }: { verb: string }) {
  const apple = /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <p className="pp-keyhint pp-xs pp-muted only-d">
      <kbd className="pp-kbd">{apple ? '⌘' : 'Ctrl'}</kbd> <kbd className="pp-kbd">↵</kbd> to {verb}
    </p>
  );
}
