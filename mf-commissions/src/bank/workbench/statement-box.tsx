import { actName, displayMessage, formatMoneyExact, plural, roundHalfAway } from '@paperplane/shared/domain';
import { FileProblem } from '@paperplane/shared/import/files';
import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import { ByPointer, Check, cx, FileText, IconButton, Spinner, TriangleAlert, X } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { BankRecord } from '../bank-types';
import { STATEMENT_FILES } from '../statements/file/statement-files';
import type { WorkbenchActions } from './use-workbench-actions';

interface StatementBoxProps {
  record: BankRecord;
  actions: WorkbenchActions;
  onSaved: () => void;
}

const loadDialog = () =>
  import(/* webpackChunkName: "lazy-statement" */ './statement-dialog').then(
    (module) => module.StatementDialog,
  );

/** The vendor's statement beside its deposit: a place to put one, or what the one that is there adds up to. */
export function StatementBox({ record, actions, onSaved }: StatementBoxProps) {
  const { remittance, transaction } = record;
  const { currency } = useCurrentUser().organization;
  const [given, setGiven] = useState<{ text: string; fileName: string } | null>(null);
  const [StatementDialog, fetchDialog] = useLazyDialog(loadDialog);
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const open = (text: string, fileName: string) =>
    void fetchDialog().then((isThere) => isThere && setGiven({ text, fileName }));
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const take = async (file: File | undefined) => {
    setRefused(null);
    if (!file) return;
    setReading(true);
    try {
      const { textOfFile } = await import(
        /* webpackChunkName: "lazy-statement-file" */ '../statements/file/text-of-file'
      );
      open(await textOfFile(file), file.name);
    } catch (error) {
      setRefused(error instanceof FileProblem ? error.message : displayMessage(error));
    } finally {
      setReading(false);
    }
  };
  if (remittance) {
    const off = roundHalfAway(remittance.total - remittance.fee - transaction.amount, 2);
    return (
      <div className="wb-remit">
        <div className="f">
          <FileText className="pp-i" />
          <b className="pp-trunc">{remittance.fileName ?? 'Pasted rows'}</b>
          {remittance.expected ? (
            <Link className="pp-link pp-sm" to={paths.vendorStatement.href(remittance.id)}>
              Open
            </Link>
          ) : (
            <IconButton
              size="xs"
              label={actName('Remove the statement', {
                amount: money(remittance.total),
                who: `of ${transaction.vendor?.name ?? 'the vendor'}`,
                days: transaction.bookedOn,
              })}
              disabled={actions.busy}
              onClick={() => void actions.deleteStatement(remittance.id)}
            >
              <X className="pp-i pp-i-14" />
            </IconButton>
          )}
        </div>
        <dl>
          <div>
            <dt>Statement, {plural(remittance.lines.length, 'line')}</dt>
            <dd>{money(remittance.total)}</dd>
          </div>
          {remittance.fee > 0 && (
            <div>
              <dt>Fee</dt>
              <dd>−{money(remittance.fee)}</dd>
            </div>
          )}
        </dl>
        <p className={cx('wb-fits', off !== 0 && 'off')}>
          {off === 0 ? <Check className="pp-i pp-i-14" /> : <TriangleAlert className="pp-i pp-i-14" />}
          {off === 0
            ? 'Equals the deposit'
            : `${money(Math.abs(off))} ${off > 0 ? 'more than the deposit: a fee?' : 'less than the deposit'}`}
        </p>
      </div>
    );
  }
  return (
    <div className="wb-give">
      <label className={cx('wb-drop', over && 'is-over')}>
        {reading ? (
          <Spinner size="sm" label="Reading the statement" />
        ) : (
          <FileText className="pp-i pp-i-18" />
        )}
        <span>
          <b>
            <ByPointer mouse="Drop the vendor’s statement" touch="Choose the vendor’s statement" />
          </b>
          <small>PDF, XLSX or CSV, to match line by line</small>
        </span>
        <input
          type="file"
          accept={STATEMENT_FILES}
          disabled={reading}
          // It covers the place, and takes what is dropped on it by itself.
          onDragOver={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      {refused && (
        <p className="pp-error" role="alert">
          {refused}
        </p>
      )}
      <button type="button" className="pp-link pp-sm" onClick={() => open('', '')}>
        Or paste its rows
      </button>
      {given && StatementDialog && (
        <StatementDialog
          record={record}
          {...given}
          onSaved={() => {
            setGiven(null);
            onSaved();
          }}
          onClose={() => setGiven(null)}
        />
      )}
    </div>
  );
}
