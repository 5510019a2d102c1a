import { Bookmark, Button, Printer } from '@paperplane/shared/ui';
import { useState, type ReactNode } from 'react';
import type { Definition } from './definition';
import { SaveReportDialog } from './saved/save-report-dialog';

/** Saving a report by name, its files, and paper. @param children what makes the files */
export function ReportActions({ definition, children }: { definition: Definition; children: ReactNode }) {
  const [saving, setSaving] = useState(false);
  return (
    <>
      <Button variant="outline" icon={<Bookmark className="pp-i" />} onClick={() => setSaving(true)}>
        Save
      </Button>
      {children}
      <Button variant="outline" icon={<Printer className="pp-i" />} onClick={() => window.print()}>
        Print
      </Button>
      {saving && <SaveReportDialog definition={definition} onClose={() => setSaving(false)} />}
    </>
  );
}
