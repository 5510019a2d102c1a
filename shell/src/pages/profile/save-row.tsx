import type { ReactNode } from 'react';
import { Button } from '@paperplane/shared/ui';

/** The button at the end of a section's form. One of a page is the main one. */
export function SaveRow({ busy, main, children }: { busy: boolean; main?: boolean; children: ReactNode }) {
  return (
    <div className="full profile-save">
      <Button type="submit" variant={main ? 'primary' : 'outline'} loading={busy}>
        {children}
      </Button>
    </div>
  );
}
