import { formatDateTime } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { Card, CardHeader, EmptyState, Mail } from '@paperplane/shared/ui';
import { mailWords, partWords, type IncomingMail, type MailPart } from './mailbox-words';

/** The last mails, and what became of each part of them. */
export function MailsCard({ mails }: { mails: readonly IncomingMail[] }) {
  const { timeZone } = useCurrentUser().organization;
  return (
    <Card padded={false} label="Mails">
      <CardHeader title="Mails" />
      {mails.length === 0 ? (
        <EmptyState title="No mail yet" icon={<Mail className="pp-i pp-i-20" />}>
          What comes to your address stands here, with what was made of it.
        </EmptyState>
      ) : (
        <ul className="mbx-list" aria-label="Mails">
          {mails.map((mail) => (
            <li key={mail.id}>
              <div className="mbx-head">
                <b>{mail.subject || 'No subject'}</b>
                <time dateTime={mail.receivedAt}>{formatDateTime(mail.receivedAt, timeZone)}</time>
              </div>
              <small>
                {mail.vendor ? (
                  <Link className="pp-tlink" to={paths.vendor.href(mail.vendor.id)}>
                    {mail.vendor.name}
                  </Link>
                ) : (
                  mail.senderName || 'Unknown'
                )}
                {` · ${mail.sender}`}
              </small>
              {mailWords(mail) && <small className="mbx-what">{mailWords(mail)}</small>}
              {mail.parts.length > 0 && (
                <ul className="mbx-parts">
                  {mail.parts.map((part) => (
                    <Part key={part.number} part={part} vendorId={mail.vendor?.id} />
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Where a part leads: to its statement, to the page that reads it, to its document. */
function placeOf({ statementId, documentId, state }: MailPart, vendorId: string | undefined): string | null {
  if (statementId) return paths.vendorStatement.href(statementId);
  if (state === 'to_read' && vendorId) return paths.vendor.href(vendorId);
  return documentId ? paths.documents.href({ open: documentId }) : null;
}

function Part({ part, vendorId }: { part: MailPart; vendorId: string | undefined }) {
  const place = placeOf(part, vendorId);
  return (
    <li>
      {place ? (
        <Link className="pp-tlink" to={place}>
          {part.fileName}
        </Link>
      ) : (
        <span>{part.fileName}</span>
      )}
      <small className={part.state === 'refused' ? 'mbx-doubt' : 'mbx-what'}>{partWords(part)}</small>
    </li>
  );
}
