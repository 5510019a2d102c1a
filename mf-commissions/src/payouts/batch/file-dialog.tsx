import { actName, displayMessage, formatMoneyExact, plural, today } from '@paperplane/shared/domain';
import { saveFile, useAuth, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Button, Dialog, Download, InlineBanner, Notice } from '@paperplane/shared/ui';
import { useState } from 'react';
import { NoPaymentFile, paymentFile, paymentFileKinds, type LeftOut, type PaymentFileKind } from '../files';
import { fileFacts, payoutFacts } from '../parts/payout-facts';
import { fileTold, leftText, otherWay } from '../parts/payout-words';
import type { Payout } from '../payout-types';
import { useReadPaymentFileMutation } from '../payouts-api';

const KINDS: Readonly<Record<PaymentFileKind, { name: string; text: string }>> = {
  nacha: { name: 'NACHA', text: 'What US banks take for ACH payments.' },
  pain: { name: 'SEPA, pain.001', text: 'What European banks take for transfers.' },
  csv: { name: 'CSV', text: 'A table, for any other bank.' },
};

interface FileDialogProps {
  record: Payout;
  /** Says from which account payouts are paid. */
  onAccount: () => void;
  onClose: () => void;
}

/** Saves the payment file. Each one is asked for and recorded before it is told. */
export function FileDialog({ record, onAccount, onClose }: FileDialogProps) {
  const { payout, sender } = record;
  const facts = payoutFacts(record);
  const { isOwner } = useAuth();
  const { timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const [readFile, { error }] = useReadPaymentFileMutation();
  const [busy, setBusy] = useState<PaymentFileKind | null>(null);
  const [left, setLeft] = useState<LeftOut[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function save(kind: PaymentFileKind) {
    setBusy(kind);
    setRefusal(null);
    try {
      const file = paymentFile(
        kind,
        await readFile({
          id: payout.id,
          format: kind,
          act: {
            verb: 'make the file',
            about: `Payment file of ${payout.name}`,
            amount: formatMoneyExact(payout.amount, payout.currency),
          },
        }).unwrap(),
        new Date(),
        today(timeZone),
      );
      saveFile(file.name, file.type, file.content);
      setLeft(file.left);
      toast.done(
        actName(`${file.name} saved`, fileFacts(record, file.left)),
        'It pays nobody until the bank has it. Who made it, and when, stands on the payout.',
      );
    } catch (problem) {
      // The mutation keeps what else went wrong.
      if (problem instanceof NoPaymentFile) setRefusal(problem.message);
    } finally {
      setBusy(null);
    }
  }

  return (
    <Dialog title="Payment file" subtitle={`${payout.name} payout`} onCloseRequest={onClose}>
      <div className="pp-stack">
        {(error ?? refusal) && (
          <InlineBanner tone="danger" title="No file was made">
            {refusal ?? displayMessage(error)}
          </InlineBanner>
        )}
        {!sender ? (
          <InlineBanner tone="warning" title="There is no account to pay from yet">
            <p>
              An owner says from which account payouts are paid. Until then {otherWay(payout.currency).until}.
            </p>
            {isOwner && (
              <Button variant="outline" size="sm" onClick={onAccount}>
                Add the account
              </Button>
            )}
          </InlineBanner>
        ) : (
          <>
            <ul className="payout-files" aria-label="Kinds of file">
              {paymentFileKinds({ kind: sender.kind, currency: payout.currency }).map((kind) => (
                <li key={kind}>
                  <span>
                    <b>{KINDS[kind].name}</b>
                    <small>{KINDS[kind].text}</small>
                  </span>
                  <Button
                    variant="outline"
                    size="sm"
                    icon={<Download className="pp-i" />}
                    aria-label={actName(`Download ${KINDS[kind].name}`, facts)}
                    loading={busy === kind}
                    onClick={() => void save(kind)}
                  >
                    Download
                  </Button>
                </li>
              ))}
            </ul>
            <Notice>
              {payout.file && `${fileTold(payout.file, timeZone)}. `}Files hold whole account numbers. Who
              makes one, and when, is recorded.
            </Notice>
          </>
        )}
        {left.length > 0 && (
          <InlineBanner title={`${plural(left.length, 'agent')} not in the file`}>
            <ul className="payout-problems" aria-label="Not in the file">
              {left.map(({ agentId, name, amount, ...why }) => (
                <li key={agentId}>
                  {name}, {formatMoneyExact(amount, payout.currency)}: {leftText(why)}
                </li>
              ))}
            </ul>
          </InlineBanner>
        )}
      </div>
    </Dialog>
  );
}
