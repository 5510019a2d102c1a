import { displayMessage } from '@paperplane/shared/domain';
import { useAppDispatch } from '@paperplane/shared/platform';
import { Button, Dialog, InlineBanner, Notice } from '@paperplane/shared/ui';
import { useState } from 'react';
import { taxApi } from '../tax-api';
import type { TaxDetails } from '../tax-types';
import { NUMBER_KINDS, numberText, writtenNumber } from '../tax-words';

interface NumberDialogProps {
  agentId: string;
  name: string;
  details: TaxDetails;
  onClose: () => void;
}

/** Shows one tax number whole, once it is written down who asked. It lives in this dialog and goes with it. */
export function NumberDialog({ agentId, name, details, onClose }: NumberDialogProps) {
  const dispatch = useAppDispatch();
  const [number, setNumber] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  async function show() {
    setBusy(true);
    setError(null);
    try {
      const act = { verb: 'show the tax number', about: name };
      const ask = taxApi.endpoints.readTaxNumber.initiate({ agentId, act }, { track: false });
      setNumber(await dispatch(ask).unwrap());
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={`${NUMBER_KINDS[details.numberKind]} of ${name}`}
      onCloseRequest={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          {number === null && (
            <Button loading={busy} onClick={() => void show()}>
              Show number
            </Button>
          )}
        </>
      }
    >
      <div className="pp-stack">
        {error !== null && (
          <InlineBanner tone="danger" title="Not shown">
            {displayMessage(error)}
          </InlineBanner>
        )}
        <p className="tax-number" aria-live="polite">
          {number === null ? numberText(details) : writtenNumber(details.numberKind, number)}
        </p>
        <Notice>That you look at it is written in the audit log.</Notice>
      </div>
    </Dialog>
  );
}
