import { displayMessage, plural } from '@paperplane/shared/domain';
import { saveFile, useAppDispatch, useToast } from '@paperplane/shared/platform';
import { Button, Dialog, Download, InlineBanner, Notice } from '@paperplane/shared/ui';
import { useState } from 'react';
import { taxApi } from '../tax-api';
import { taxCsv, taxFileName } from '../tax-csv';
import type { TaxFile, TaxYear } from '../tax-types';

interface ExportDialogProps {
  year: TaxYear;
  onClose: () => void;
}

/** Saves the forms of a year as a table. Each file is asked for and recorded before it is told; no cache keeps it. */
export function ExportDialog({ year: { year, sums, exports }, onClose }: ExportDialogProps) {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [busy, setBusy] = useState<TaxFile['scope'] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [left, setLeft] = useState<TaxFile['left']>([]);

  async function save(scope: TaxFile['scope']) {
    setBusy(scope);
    setError(null);
    try {
      const act = { verb: 'export tax forms', about: `Form 1099-NEC of ${year}` };
      const ask = taxApi.endpoints.readTaxFile.initiate({ year, scope, act }, { track: false });
      const file = await dispatch(ask).unwrap();
      const name = taxFileName(file);
      saveFile(name, 'text/csv;charset=utf-8', taxCsv(file));
      setLeft(file.left);
      toast.done(
        `${name} saved, ${plural(file.forms.length, 'form')}`,
        'It holds whole tax numbers: keep it as you keep those. Nothing is filed until you file it.',
      );
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(null);
    }
  }

  const isAgain = exports.length > 0;
  return (
    <Dialog
      title={`Export Form 1099-NEC of ${year}`}
      subtitle="A table for the service that files, one agent a row."
      onCloseRequest={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button
            variant={isAgain ? 'outline' : 'primary'}
            icon={<Download className="pp-i" />}
            loading={busy === 'all'}
            disabled={busy !== null}
            onClick={() => void save('all')}
          >
            All forms
          </Button>
          {isAgain && (
            <Button
              icon={<Download className="pp-i" />}
              loading={busy === 'changed'}
              disabled={busy !== null}
              onClick={() => void save('changed')}
            >
              Changed and new
            </Button>
          )}
        </>
      }
    >
      <div className="pp-stack">
        {error !== null && (
          <InlineBanner tone="danger" title="Not exported">
            {displayMessage(error)}
          </InlineBanner>
        )}
        {left.length > 0 ? (
          <InlineBanner
            tone="warning"
            title={`${plural(left.length, 'agent')} left out: details are missing`}
          >
            {left.map(({ name }) => name).join(', ')}
          </InlineBanner>
        ) : (
          sums.missing > 0 && (
            <InlineBanner tone="warning" title={`Details of ${plural(sums.missing, 'agent')} are missing`}>
              They are left out of the file.
            </InlineBanner>
          )
        )}
        <Notice>
          The file holds whole tax numbers. Who saves it, and when, is written in the audit log.
        </Notice>
        <Notice kind="info">
          Corporations and tax-exempt organizations are left out, as their tax details say. Whom else to leave
          out, like employees, is yours to say. Paid by card is in the sum; the card company reports that
          part.
        </Notice>
      </div>
    </Dialog>
  );
}
