import { useToast } from '@paperplane/shared/platform';
import { Copy, IconButton } from '@paperplane/shared/ui';

/** Puts a text on the clipboard. @param what "Email": names the button and the message */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const toast = useToast();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(`${what} copied`);
    } catch {
      // No clipboard without a secure connection, or without permission.
      toast.error(`The ${what.toLowerCase()} was not copied`, 'Select it and copy it by hand.');
    }
  }
  return (
    <IconButton size="sm" className="customer-copy" label={`Copy ${text}`} onClick={() => void copy()}>
      <Copy className="pp-i pp-i-14" />
    </IconButton>
  );
}
