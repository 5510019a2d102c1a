import type { ReactNode } from 'react';
import { Button } from '@paperplane/shared/ui';

/** The end of a section's form: what it saves, and whether there is something to save. */
export function SaveRow({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div className="full profile-save">
      <Button type="submit" variant="outline" loading={busy}>
        {children}
      </Button>
    </div>
  );
}
