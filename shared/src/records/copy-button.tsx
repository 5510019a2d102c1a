import { Button, Copy } from '@paperplane/shared/ui';
import { useCopy } from './use-copy';

interface CopyButtonProps {
  text: string;
  /** What it is: `Key`, `Example`. */
  what: string;
  /** Its name where a page has several. */
  label?: string;
  size?: 'sm';
}

/** The button beside what somebody takes elsewhere: copies it and says so. */
export function CopyButton({ text, what, label, size }: CopyButtonProps) {
  const copy = useCopy();
  return (
    <Button
      variant="outline"
      size={size}
      icon={<Copy className={size ? 'pp-i pp-i-14' : 'pp-i'} />}
      aria-label={label}
      onClick={() => void copy(text, what)}
    >
      Copy
    </Button>
  );
}
