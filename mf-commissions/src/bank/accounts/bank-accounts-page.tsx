import { formatDay, plural } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import {
  Button,
  buttonClass,
  EmptyState,
  LinkIcon,
  ListCard,
  PageHead,
  Plus,
  RefreshCw,
  Upload,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import type { AccountOnPage, BankAccountsPage as Answer, BankConnection } from '../bank-types';
import '../parts/bank.css';
import { useLiveBank } from '../use-live-bank';
import { AccountRow } from './account-row';
import { AccountsStrip } from './accounts-strip';
import './bank-accounts.css';
import { useGetBankAccountsPageQuery } from './bank-accounts-api';
import { CoverageLegend } from './coverage';
import { connectionName, sourceOf } from './source-words';
import { useAccountDeeds } from './use-account-deeds';
import { useBankReturn } from './use-bank-return';
import { useNow } from '../../parts/use-now';
import { WaitingRow } from './waiting-row';

type Open =
  | { what: 'connect'; renewed: BankConnection | null; connectionId: string | null }
  | { what: 'account'; account: AccountOnPage | null }
  | { what: 'disconnect'; connectionId: string; bank: string };

// One file: whoever opens one of them is likely to open another.
const loadConnect = () =>
  import(/* webpackChunkName: "lazy-accounts" */ './connect/connect-dialog').then(
    (module) => module.ConnectDialog,
  );
const loadAccount = () =>
  import(/* webpackChunkName: "lazy-accounts" */ './account-dialog').then((module) => module.AccountDialog);
const loadDisconnect = () =>
  import(/* webpackChunkName: "lazy-accounts" */ './disconnect-dialog').then(
    (module) => module.DisconnectDialog,
  );

/** Connections that bring something by themselves, or would. */
const isLive = (account: AccountOnPage) => {
  const source = sourceOf(account);
  return source !== 'file' && source !== 'disconnected';
};

function subtitle({ accounts }: Answer): string {
  const live = accounts.filter(isLive).length;
  const count = plural(accounts.length, 'account');
  if (live === 0) return count;
  return `${count} · ${live} ${live === 1 ? 'comes by itself' : 'come by themselves'}, every 6 hours`;
}

/** The page without accounts that were archived. */
const withoutArchived = (page: Answer | undefined): Answer | undefined =>
  page && { ...page, accounts: page.accounts.filter(({ archivedAt }) => archivedAt === null) };

/** The bank accounts: how far each is, where it comes from, which days are missing, and the ways to bring more. */
export default function BankAccountsPage() {
  const { timeZone, currency } = useCurrentUser().organization;
  const list = useGetBankAccountsPageQuery();
  useLiveBank();
  const data = withoutArchived(list.data);
  const failed = list.isError && !data;
  const clock = { now: useNow(), timeZone };
  const [open, setOpen] = useState<Open | null>(null);
  const [ConnectDialog, fetchConnect] = useLazyDialog(loadConnect);
  const [AccountDialog, fetchAccount] = useLazyDialog(loadAccount);
  const [DisconnectDialog, fetchDisconnect] = useLazyDialog(loadDisconnect);
  const { sync, syncing, stop, answer } = useAccountDeeds();

  const show = async (next: Open, fetch: () => Promise<boolean>) => {
    if (await fetch()) setOpen(next);
  };
  const connect = (renewed: BankConnection | null = null, connectionId: string | null = null) =>
    void show({ what: 'connect', renewed, connectionId }, fetchConnect);
  const edit = (account: AccountOnPage | null) => void show({ what: 'account', account }, fetchAccount);
  const disconnect = (connectionId: string, bank: string) =>
    void show({ what: 'disconnect', connectionId, bank }, fetchDisconnect);
  const finishing = useBankReturn((connectionId) => connect(null, connectionId));

  const deeds = {
    onSync: (connection: BankConnection) => void sync(connection),
    onStop: (connection: BankConnection) => void stop(connection),
    onConnect: (connection: BankConnection | null) => connect(connection),
    onRename: edit,
    onDisconnect: (connection: BankConnection) => disconnect(connection.id, connectionName(connection)),
  };
  const close = () => setOpen(null);
  const waiting = data?.waiting ?? [];
  const count = (data?.accounts.length ?? 0) + waiting.length;

  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Bank accounts"
        back={{ to: paths.bank.href(), label: 'Bank' }}
        link={Link}
        subtitle={data ? subtitle(data) : failed ? undefined : null}
        busy={(list.isFetching && data !== undefined) || finishing}
        actions={
          <>
            <Link to={paths.bankImport.href()} className={buttonClass('outline')} aria-label="Import">
              <Upload className="pp-i" />
              <span>Import</span>
            </Link>
            {data?.accounts.some(isLive) && (
              <Button
                variant="outline"
                icon={<RefreshCw className="pp-i" />}
                aria-label="Sync now"
                loading={syncing}
                onClick={() => void sync(null)}
              >
                Sync now
              </Button>
            )}
            <Button
              className="acc-connect"
              icon={<LinkIcon className="pp-i" />}
              aria-label="Connect a bank"
              onClick={() => connect()}
            >
              Connect a bank
            </Button>
          </>
        }
      />
      <AccountsStrip totals={failed ? undefined : data?.totals} {...{ failed, currency, clock }} />
      <ListCard
        label="Accounts"
        list={{ ...list, data: data && { count, page: data }, currentData: data && { count, page: data } }}
        rows={5}
        empty={
          <EmptyState
            kind="first-run"
            title="Bring in what the bank received"
            actions={
              <Button variant="outline" icon={<Plus className="pp-i" />} onClick={() => edit(null)}>
                Add account
              </Button>
            }
          >
            Connect a bank and its deposits come by themselves, or import its file: the first one adds the
            account it is of.
          </EmptyState>
        }
      >
        {({ page }) => (
          <>
            <div className="acc-head" aria-hidden="true">
              <span />
              <span>Account</span>
              <span>Source</span>
              <span>
                {formatDay(page.range.from)} – {formatDay(page.range.to)}
              </span>
              <span className="r">Balance</span>
              <span />
            </div>
            <ul className="acc" aria-label="Bank accounts">
              {waiting.map((connection) => (
                <WaitingRow
                  key={connection.id}
                  connection={connection}
                  onLink={() => connect(null, connection.id)}
                  onDisconnect={() => disconnect(connection.id, connectionName(connection))}
                />
              ))}
              {page.accounts.map((account) => (
                <AccountRow
                  key={account.id}
                  {...{ account, clock, deeds }}
                  questions={page.questions.filter(({ accountId }) => accountId === account.id)}
                  range={page.range}
                  onAnswer={(question, said) => void answer(question, said)}
                />
              ))}
            </ul>
            <div className="acc-foot">
              <CoverageLegend />
              <span>A line that came by file and by connection counts once, whichever was first.</span>
              <Button
                variant="ghost"
                size="sm"
                icon={<Plus className="pp-i pp-i-14" />}
                onClick={() => edit(null)}
              >
                Add account
              </Button>
            </div>
          </>
        )}
      </ListCard>
      {open?.what === 'connect' && ConnectDialog && (
        <ConnectDialog
          accounts={data?.accounts ?? []}
          renewed={open.renewed}
          connectionId={open.connectionId}
          onClose={close}
        />
      )}
      {open?.what === 'account' && AccountDialog && <AccountDialog account={open.account} onClose={close} />}
      {open?.what === 'disconnect' && DisconnectDialog && (
        <DisconnectDialog
          connection={{ id: open.connectionId }}
          bank={open.bank}
          accounts={data?.accounts.filter(({ connection }) => connection?.id === open.connectionId) ?? []}
          onClose={close}
        />
      )}
    </main>
  );
}
