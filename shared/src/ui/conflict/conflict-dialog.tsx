import { useState } from 'react';
import { formatDateTime } from '../../domain/dates';
import { displayName, type PersonName } from '../../domain/names';
import { plural } from '../../domain/plural';
import { Button } from '../actions/button';
import { Dialog } from '../dialogs/dialog';
import '../kit/conflict-lazy.css';
import { Notice } from '../feedback/notice';
import { ChangedRows, type ChangedRow } from './changed-rows';
import type { Choices, Comparison } from './compare-records';
import { PartChoice } from './part-choice';

/** What somebody else did meanwhile. */
export interface ConflictEvent {
  /** `null`: nobody in particular. */
  who: PersonName | null;
  /** "the total amount and the notes": follows "… changed". */
  what: string;
  /** ISO moment. */
  at: string;
  comment?: string | null;
}

export interface ConflictDialogProps<Part extends string> {
  /** "sale". */
  noun: string;
  /** Oldest first. */
  history: readonly ConflictEvent[];
  comparison: Comparison<Part>;
  /** Taken over, too, beyond the parts one can choose between. */
  alsoTaken?: readonly ChangedRow[];
  /** Why what is locked is locked: "Financial details are locked because this sale is paid." */
  lock?: string | null;
  timeZone: string;
  /** Everything is decided: save it. */
  onSave: (choices: Choices<Part>) => void;
  /** Back to the form; nothing has been saved. */
  onClose: () => void;
}

/** Somebody else saved the record first: says who changed what, and lets one choose. Nothing is overwritten unseen. */
export function ConflictDialog<Part extends string>(props: ConflictDialogProps<Part>) {
  const { noun, history, comparison, alsoTaken = [], lock, timeZone, onSave, onClose } = props;
  const { overlapping, taken, kept, lost } = comparison;
  const [choices, setChoices] = useState<Choices<Part>>({});
  const [tried, setTried] = useState(false);
  const open = overlapping.filter(({ part }) => !choices[part]);

  function save() {
    setTried(true);
    if (open.length > 0) document.getElementsByName(`conflict-${open[0]?.part}`)[0]?.focus();
    else onSave(choices);
  }

  return (
    <Dialog
      size="lg"
      title={`This ${noun} changed while you were editing`}
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
      <div className="pp-stack pp-conflict">
        <ul className="pp-conflict-story">
          {history.map(({ who, what, at, comment }) => (
            <li key={`${at} ${what}`}>
              <b>{displayName(who, 'Paperplane')}</b> changed {what}{' '}
              <span className="pp-muted">{formatDateTime(at, timeZone)}</span>
              {comment && <q>{comment}</q>}
            </li>
          ))}
        </ul>
        {overlapping.length > 0 && (
          <div className="pp-stack">
            <p className="pp-strong">
              You both changed {plural(overlapping.length, 'field')}. Choose which one is saved.
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
              rows={lost.map(({ label, mine: from, theirs: to }) => ({ label, from, to }))}
            />
          </>
        )}
        <ChangedRows
          title="Changed by others, and taken over"
          rows={[...alsoTaken, ...taken.map(({ label, before: from, theirs: to }) => ({ label, from, to }))]}
        />
        <ChangedRows
          title="Changed by you, and kept"
          rows={kept.map(({ label, before: from, mine: to }) => ({ label, from, to }))}
        />
      </div>
    </Dialog>
  );
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/**
 * "the phone, the tags, and the notes": what a change was about, in the order of `names`.
 * @param names each field that is anybody's business, as a sentence names it; several may share a name
 * @param otherwise "the sale": when nothing of it has a name
 */
export function changedFieldsText(
  names: Readonly<Record<string, string>>,
  changedFields: readonly string[],
  otherwise: string,
): string {
  const named = Object.keys(names)
    .filter((field) => changedFields.includes(field))
    .map((field) => names[field] ?? '');
  return list.format(new Set(named)) || otherwise;
}
