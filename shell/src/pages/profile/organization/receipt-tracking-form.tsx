import { useState } from 'react';
import {
  displayMessage,
  formatDate,
  isIsoDate,
  MESSAGES,
  type AppError,
  type IsoDate,
} from '@paperplane/shared/domain';
import { useUnsavedChanges } from '@paperplane/shared/platform';
import { Button, DateField, InlineBanner } from '@paperplane/shared/ui';
import { SaveRow } from '../save-row';
import type { ReceiptTracking } from './organization-api';

const FIELD = 'receiptsTrackedSince';

interface ReceiptTrackingFormProps {
  saved: ReceiptTracking;
  busy: boolean;
  failure: AppError | null;
  onSave: (since: IsoDate | null) => void;
}

/** Since when the agency tracks what vendors pay; empty where it does not know. */
export function ReceiptTrackingForm({ saved, busy, failure, onSave }: ReceiptTrackingFormProps) {
  const [since, setSince] = useState(saved.since ?? '');
  const [checked, setChecked] = useState(false);
  const problem = since === '' || isIsoDate(since) ? null : MESSAGES.dateFormat;
  useUnsavedChanges(since !== (saved.since ?? ''));
  return (
    <form
      noValidate
      className="pp-formgrid"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (!busy && problem === null) onSave(since === '' ? null : since);
      }}
    >
      {failure && failure.field !== FIELD && (
        <div className="full">
          <InlineBanner tone="danger" title="The setting was not saved">
            {displayMessage(failure)}
          </InlineBanner>
        </div>
      )}
      <div className="full">
        <DateField
          label="Vendors’ payments are tracked since"
          name={FIELD}
          optional
          hint="What was due before counts as settled: it is in no figure of what vendors owe, and a deposit finds it by its reference alone. Without a day only unpaid commissions count as owed."
          error={(checked ? problem : null) ?? (failure?.field === FIELD ? failure.userMessage : null)}
          value={since}
          onChange={({ target }) => setSince(target.value)}
          onBlur={() => setChecked(true)}
        />
      </div>
      {saved.proposed && saved.proposed !== since && (
        <p className="full pp-row pp-muted pp-sm">
          Your first bank import begins on {formatDate(saved.proposed)}.
          <Button variant="outline" size="sm" onClick={() => setSince(saved.proposed ?? '')}>
            Use {formatDate(saved.proposed)}
          </Button>
        </p>
      )}
      <SaveRow busy={busy}>Save day</SaveRow>
    </form>
  );
}
