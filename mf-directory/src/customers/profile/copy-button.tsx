import { useCopy } from '@paperplane/shared/records';
import { Copy, IconButton } from '@paperplane/shared/ui';

/** Puts a text on the clipboard. @param what "Email": names the button and the message */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const copy = useCopy();
  return (
    <IconButton
      size="sm"
      className="customer-copy"
      label={`Copy ${text}`}
      onClick={() => void copy(text, what)}
    >
      <Copy className="pp-i pp-i-14" />
    </IconButton>
  );
}
