import {
  actName,
  displayMessage,
  displayName,
  formatDate,
  formatDateTime,
  plural,
} from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Button, Card, ConfirmDialog, FileText, InlineError, SkeletonRows } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useListBankImportsQuery, useTakeBackBankImportMutation } from '../bank-api';
import type { BankImport, PaidAgent } from '../bank-types';
import { PaidDialog } from '../parts/paid-dialog';
import './last-imports.css';

/** `48 lines: 31 new, 16 already here, 1 broken`. */
function linesOf({ added, here, broken }: BankImport): string {
  const parts = [`${added} new`, here > 0 && `${here} already here`, broken > 0 && `${broken} broken`].filter(
    Boolean,
  );
  return `${plural(added + here + broken, 'line')}: ${parts.join(', ')}`;
}

interface LastImportsProps {
  imports: readonly BankImport[];
  /** The account the list is filtered by: all imports of it are shown. */
  accountId: string | null;
}

/** The files that came last, each with its way back; all of them on demand. */
export function LastImports({ imports, accountId }: LastImportsProps) {
  const [asksAll, setAsksAll] = useState(false);
  const showAll = asksAll || accountId !== null;
  const [page, setPage] = useState(1);
  const all = useListBankImportsQuery({ page, accountId }, { skip: !showAll });
  const [asked, setAsked] = useState<BankImport | null>(null);
  const [paid, setPaid] = useState<readonly PaidAgent[] | null>(null);
  const title = accountId ? 'Imports of this account' : showAll ? 'All imports' : 'Last imports';
  const shown = showAll ? all.data?.rows : imports;
  return (
    <div className="pp-section">
      <div className="pp-section-h">
        <h2>{title}</h2>
        {!accountId && (
          <button type="button" className="pp-link pp-sm" onClick={() => setAsksAll(!asksAll)}>
            {showAll ? 'Last imports' : 'All imports'}
          </button>
        )}
      </div>
      <Card padded={false} label={title}>
        {showAll && all.isError && !all.data ? (
          <InlineError message="The imports did not load." onRetry={() => void all.refetch()} />
        ) : shown ? (
          <ul className="bank-imports">
            {shown.map((each) => (
              <ImportRow key={each.id} bankImport={each} onUndo={() => setAsked(each)} />
            ))}
          </ul>
        ) : (
          <SkeletonRows rows={3} label="Loading imports" />
        )}
        {showAll && all.data && all.data.count > 20 && (
          <div className="bank-more">
            <Button variant="outline" size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
              Newer
            </Button>
            <Button
              variant="outline"
              size="sm"
              disabled={page * 20 >= all.data.count}
              onClick={() => setPage(page + 1)}
            >
              Older
            </Button>
          </div>
        )}
      </Card>
      {asked && <UndoImport bankImport={asked} onPaid={setPaid} onClose={() => setAsked(null)} />}
      {paid && <PaidDialog paid={paid} onClose={() => setPaid(null)} />}
    </div>
  );
}

function ImportRow({ bankImport, onUndo }: { bankImport: BankImport; onUndo: () => void }) {
  const { timeZone } = useCurrentUser().organization;
  const { fileName, createdBy, createdAt, added, settled, paidAgents, status } = bankImport;
  return (
    <li>
      <span className="pp-tile h-gray">
        <FileText className="pp-i" />
      </span>
      <span>
        <b className="pp-trunc">{fileName}</b>
        <small className="pp-trunc">{linesOf(bankImport)}</small>
      </span>
      <span className="meta">
        <small>
          {createdBy.firstName} {createdBy.lastName}
        </small>
        <small>{formatDateTime(createdAt, timeZone)}</small>
      </span>
      <span className="prog">
        <span className="pp-share" aria-hidden="true">
          <i style={{ width: `${added > 0 ? (settled / added) * 100 : 0}%` }} />
        </span>
        {settled} of {added} settled
      </span>
      {status === 'undone' ? (
        <span className="pp-muted pp-sm">Undone</span>
      ) : (
        <span className="why">
          {paidAgents > 0 && <small>{plural(paidAgents, 'agent')} paid</small>}
          <Button
            variant="outline"
            size="sm"
            onClick={onUndo}
            aria-label={actName(`Undo the import of ${fileName}`, {
              amount: plural(added, 'line'),
              who: `by ${displayName(createdBy)}, ${formatDate(createdAt, timeZone)}`,
            })}
          >
            Undo
          </Button>
        </span>
      )}
    </li>
  );
}

interface UndoImportProps {
  bankImport: BankImport;
  onPaid: (paid: readonly PaidAgent[]) => void;
  onClose: () => void;
}

/** Asks before an import is taken back; where agents have been paid, the answer is the list of them. */
function UndoImport({ bankImport: { id, fileName, added, settled }, onPaid, onClose }: UndoImportProps) {
  const [takeBack, { isLoading }] = useTakeBackBankImportMutation();
  const [failure, setFailure] = useState<unknown>(null);
  const toast = useToast();
  const confirm = async () => {
    setFailure(null);
    try {
      const answer = await takeBack(id).unwrap();
      if (answer.ok)
        toast.done(
          `Import of ${fileName} undone`,
          `${plural(answer.removed ?? 0, 'line')} removed. The file can be imported again.`,
        );
      else if (answer.paid?.length) onPaid(answer.paid);
      else {
        setFailure(answer.error);
        return;
      }
      onClose();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <ConfirmDialog
      title={`Undo the import of ${fileName}?`}
      confirmLabel="Undo import"
      cancelLabel="Keep import"
      busy={isLoading}
      error={failure ? displayMessage(failure) : null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        {plural(added, 'transaction')} will be removed
        {settled > 0 && `, and what was decided about ${settled} of them is taken back`}. The file can be
        imported again.
      </p>
    </ConfirmDialog>
  );
}
