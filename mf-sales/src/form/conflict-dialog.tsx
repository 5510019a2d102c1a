import { displayName, financialsLock, formatDateTime, plural, statusLabel } from '@paperplane/shared/domain';
import { Button, CircleAlert, cx, Dialog, Notice } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleChange, SaleDetail } from '../sale';
import { compareSales, mergeSales, type Choices, type Difference } from './conflict';
import { fieldNames } from './conflict-words';
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

interface ChoiceProps {
  difference: Difference;
  choice: 'mine' | 'theirs' | undefined;
  missing: boolean;
  onChoose: (choice: 'mine' | 'theirs') => void;
}

function PartChoice({ difference, choice, missing, onChoose }: ChoiceProps) {
  const { part, label, before, mine, theirs } = difference;
  const helpId = `conflict-${part}-help`;
  return (
    <fieldset className="pp-field sale-conflict-part" aria-describedby={helpId}>
      <legend className="pp-label">{label}</legend>
      <p className="pp-hint" id={helpId}>
        It was {before}.
        {missing && (
          <span className="pp-error" role="alert">
            <CircleAlert className="pp-i" />
            Choose one of the two.
          </span>
        )}
      </p>
      <div className="sale-conflict-options">
        {(
          [
            ['mine', 'Keep mine', mine],
            ['theirs', 'Take theirs', theirs],
          ] as const
        ).map(([value, name, text]) => (
          <label key={value} className={cx('pp-choice', choice === value && 'is-on')}>
            <input
              type="radio"
              name={`conflict-${part}`}
              value={value}
              checked={choice === value}
              onChange={() => onChoose(value)}
            />
            <span className="pp-muted pp-sm">
              {name}
              <b className="sale-conflict-value">{text}</b>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Rows({
  title,
  rows,
}: {
  title: string;
  rows: readonly { label: string; from: string; to: string }[];
}) {
  if (rows.length === 0) return null;
  return (
    <section className="sale-conflict-rows">
      <h3>{title}</h3>
      <ul>
        {rows.map(({ label, from, to }) => (
          <li key={label}>
            <span className="pp-muted">{label}</span>
            <span>
              <s>{from}</s> <span aria-hidden="true">→</span> <b>{to}</b>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const travelersOf = (sale: SaleDetail) =>
  sale.travelers.map((traveler) => displayName(traveler)).join(', ') || 'nobody';

/** What others did meanwhile, beyond the fields one can choose between: status and travelers. */
function happened({ before, theirs }: Pick<ConflictDialogProps, 'before' | 'theirs'>) {
  const rows = [];
  if (before.status !== theirs.status)
    rows.push({ label: 'Status', from: statusLabel(before.status), to: statusLabel(theirs.status) });
  if (
    before.commissionStatus !== theirs.commissionStatus &&
    before.commissionStatus &&
    theirs.commissionStatus
  )
    rows.push({
      label: 'Commission status',
      from: statusLabel(before.commissionStatus),
      to: statusLabel(theirs.commissionStatus),
    });
  if (travelersOf(before) !== travelersOf(theirs))
    rows.push({ label: 'Also traveling', from: travelersOf(before), to: travelersOf(theirs) });
  return rows;
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
            <Rows
              title="Stays as it is"
              rows={lost.map(({ label, mine: typed, theirs: now }) => ({ label, from: typed, to: now }))}
            />
          </>
        )}
        <Rows
          title="Changed by others, and taken over"
          rows={[
            ...happened(props),
            ...taken.map(({ label, before: from, theirs: to }) => ({ label, from, to })),
          ]}
        />
        <Rows
          title="Changed by you, and kept"
          rows={kept.map(({ label, before: from, mine: to }) => ({ label, from, to }))}
        />
      </div>
    </Dialog>
  );
}
