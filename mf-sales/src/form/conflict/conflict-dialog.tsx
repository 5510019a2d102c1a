import { displayName, financialsLock, formatDateTime, plural } from '@paperplane/shared/domain';
import { Button, Dialog, Notice } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleChange, SaleDetail } from '../../sale';
import { ChangedRows } from './changed-rows';
import { compareSales } from './compare-sales';
import { fieldNames } from './conflict-words';
import { happened } from './happened';
import { mergeSales, type Choices } from './merge-sales';
import { PartChoice } from './part-choice';
import './conflict-dialog.css';

export interface ConflictDialogProps {
  /** The sale as the form was opened with it. */
  before: SaleDetail;
  /** The sale as it stands now. */
  theirs: SaleDetail;
  /** The sale as it was typed. */
  mine: SaleDetail;
  /** What happened meanwhile, oldest first. */
  changes: readonly SaleChange[];
  timeZone: string;
  /** Save this one, over the sale as it stands now. */
  onResolve: (merged: SaleDetail) => void;
  /** Back to the form; nothing has been saved. */
  onClose: () => void;
}

/** Somebody else saved the sale first: says who changed what, and lets one choose. Nothing is overwritten unseen. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { before, theirs, mine, changes, timeZone, onResolve, onClose } = props;
  const [choices, setChoices] = useState<Choices>({});
  const [tried, setTried] = useState(false);
  const lock = financialsLock(theirs.status, theirs.commissionStatus);
  const comparison = compareSales(before, theirs, mine, lock !== null);
  const { overlapping, taken, kept, lost } = comparison;
  const open = overlapping.filter(({ part }) => !choices[part]);

  function save() {
    setTried(true);
    if (open.length > 0) document.getElementsByName(`conflict-${open[0]?.part}`)[0]?.focus();
    else onResolve(mergeSales(before, theirs, mine, comparison, choices));
  }

  return (
    <Dialog
      size="lg"
      title="This sale changed while you were editing"
      subtitle="Nothing of yours is saved yet, and nothing is lost."
      onCloseRequest={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Back to the form
          </Button>
          <Button onClick={save} data-autofocus={overlapping.length === 0 || undefined}>
            Save with these changes
          </Button>
        </>
      }
    >
      <div className="pp-stack sale-conflict">
        <ul className="sale-conflict-story">
          {changes.map((change) => (
            <li key={`${change.changedAt} ${change.changeType}`}>
              <b>{displayName(change.changedBy, 'Paperplane')}</b> changed {fieldNames(change)}{' '}
              <span className="pp-muted">{formatDateTime(change.changedAt, timeZone)}</span>
              {change.comment && <q>{change.comment}</q>}
            </li>
          ))}
        </ul>
        {overlapping.length > 0 && (
          <div className="pp-stack">
            <p className="pp-strong">
              You both changed {plural(overlapping.length, 'field')}. Choose what the sale should say.
            </p>
            {overlapping.map((difference) => (
              <PartChoice
                key={difference.part}
                difference={difference}
                choice={choices[difference.part]}
                missing={tried && !choices[difference.part]}
                onChoose={(choice) => setChoices({ ...choices, [difference.part]: choice })}
              />
            ))}
          </div>
        )}
        {lock && lost.length > 0 && (
          <>
            <Notice>{lock} What you typed there cannot be saved; everything else is kept.</Notice>
            <ChangedRows
              title="Stays as it is"
              rows={lost.map(({ label, mine: typed, theirs: now }) => ({ label, from: typed, to: now }))}
            />
          </>
        )}
        <ChangedRows
          title="Changed by others, and taken over"
          rows={[
            ...happened(before, theirs),
            ...taken.map(({ label, before: from, theirs: to }) => ({ label, from, to })),
          ]}
        />
        <ChangedRows
          title="Changed by you, and kept"
          rows={kept.map(({ label, before: from, mine: to }) => ({ label, from, to }))}
        />
      </div>
    </Dialog>
  );
}
