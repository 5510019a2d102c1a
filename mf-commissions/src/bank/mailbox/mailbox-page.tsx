import { Link, paths } from '@paperplane/shared/platform';
import { displayMessage } from '@paperplane/shared/domain';
import { Card, ErrorState, PageHead, SkeletonRows } from '@paperplane/shared/ui';
import '../parts/bank.css';
import { useLiveBank } from '../use-live-bank';
import { AddressCard } from './address-card';
import { useGetMailboxQuery } from './mailbox-api';
import './mailbox.css';
import { MailsCard } from './mails-card';
import { SendersCard } from './senders-card';
import { WaitingCard } from './waiting-card';

/** The statement mailbox: its address, senders that wait for a word, and what became of each mail. */
export default function MailboxPage() {
  const mailbox = useGetMailboxQuery();
  useLiveBank();
  const { data } = mailbox;
  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Statement mailbox"
        back={{ to: paths.bank.href(), label: 'Bank' }}
        link={Link}
        subtitle="What vendors send here becomes a statement on their page"
        busy={mailbox.isFetching && data !== undefined}
      />
      {mailbox.error && !data ? (
        <ErrorState
          title="The mailbox could not be loaded"
          message={displayMessage(mailbox.error)}
          onRetry={() => void mailbox.refetch()}
        />
      ) : !data ? (
        <Card>
          <SkeletonRows rows={6} label="Loading the mailbox" />
        </Card>
      ) : (
        <div className="mbx">
          <AddressCard address={data.address} renewedAt={data.renewedAt} renewedBy={data.renewedBy} />
          {data.waiting.length > 0 && <WaitingCard waiting={data.waiting} />}
          <MailsCard mails={data.mails} />
          {data.senders.length > 0 && <SendersCard senders={data.senders} />}
        </div>
      )}
    </main>
  );
}
