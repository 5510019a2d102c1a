import { daysUntil, describeDays, displayMessage, formatDay, today } from '@paperplane/shared/domain';
import { FileDrop } from '@paperplane/shared/import';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Card, ErrorState, Landmark, ShieldCheck, Skeleton } from '@paperplane/shared/ui';
import { useGetBankAccountsQuery } from '../bank-import-api';
import { FORMATS } from '../reading-words';
import { accountName } from './account-choice';

const ACCEPT =
  '.csv,.txt,.tsv,.ofx,.qfx,.qif,.xml,.camt,.sta,.mt940,.940,text/csv,text/plain,application/xml';

/** Takes a bank's file, and shows how far each account is. */
export function ChooseBankFile({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const accounts = useGetBankAccountsQuery();
  const now = today(useCurrentUser().organization.timeZone);
  return (
    <>
      <FileDrop
        label="Bank file"
        title="Drop your bank’s file here, or choose one"
        hint={
          <>
            Overlapping days are fine: only what is new is added.
            <span className="bank-formats">
              {Object.values(FORMATS).map((format) => (
                <span key={format} className="pp-tag">
                  {format}
                </span>
              ))}
            </span>
          </>
        }
        accept={ACCEPT}
        {...{ busy, onFile }}
      />
      {accounts.isError ? (
        <Card title="Accounts">
          <ErrorState
            title="Accounts did not load"
            message={displayMessage(accounts.error)}
            onRetry={() => void accounts.refetch()}
          />
        </Card>
      ) : (
        accounts.data?.length !== 0 && (
          <Card title="Accounts" padded={false}>
            <ul className="bank-accounts">
              {accounts.data?.map((account) => (
                <li key={account.id}>
                  <span className="pp-tile" aria-hidden="true">
                    <Landmark className="pp-i" />
                  </span>
                  <span>
                    <b>{accountName(account)}</b>
                    <small>
                      {[account.institution, account.currency, account.hasMapping && 'columns remembered']
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  </span>
                  {account.through && (
                    <span className="end">
                      <b>through {formatDay(account.through)}</b>
                      <small>{describeDays(daysUntil(account.through, now) ?? 0)}</small>
                    </span>
                  )}
                </li>
              )) ?? <Skeleton width="100%" height={48} />}
            </ul>
          </Card>
        )
      )}
      <p className="pp-note">
        <ShieldCheck className="pp-i" />
        <span>
          The file is read on this device. You see every line, and what will happen to it, before anything is
          saved.
        </span>
      </p>
    </>
  );
}
