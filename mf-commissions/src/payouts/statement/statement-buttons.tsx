import { saveFile, useToast } from '@paperplane/shared/platform';
import { Button, Download, FileText, Printer } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { Statement } from '../files/statement-types';

/** Takes a statement along: as a table, as PDF, on paper. The code of the files comes with the first press. */
export function StatementButtons({ statement }: { statement: Statement }) {
  const toast = useToast();
  const [busy, setBusy] = useState<'csv' | 'pdf' | null>(null);

  async function save(kind: 'csv' | 'pdf') {
    setBusy(kind);
    try {
      const files = await import(/* webpackChunkName: "lazy-payout-files" */ '../files');
      const name = files.statementFileName(statement, kind);
      if (kind === 'csv') saveFile(name, 'text/csv;charset=utf-8', files.statementCsv(statement));
      else saveFile(name, 'application/pdf', await files.statementPdf(statement));
      toast.success(`${name} saved`);
    } catch (error) {
      toast.error('The statement was not saved', error);
    } finally {
      setBusy(null);
    }
  }

  function print() {
    const { title } = document;
    // The title becomes the name of a file that is printed to.
    document.title = `Statement ${statement.number}`;
    window.addEventListener('afterprint', () => (document.title = title), { once: true });
    window.print();
  }

  return (
    <>
      <Button
        variant="outline"
        icon={<Download className="pp-i" />}
        loading={busy === 'csv'}
        onClick={() => void save('csv')}
      >
        CSV
      </Button>
      <Button
        variant="outline"
        icon={<FileText className="pp-i" />}
        loading={busy === 'pdf'}
        onClick={() => void save('pdf')}
      >
        PDF
      </Button>
      <Button variant="outline" icon={<Printer className="pp-i" />} onClick={print}>
        Print
      </Button>
    </>
  );
}
