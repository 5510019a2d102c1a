import { plural } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Card, Check, FileText, Mail } from '@paperplane/shared/ui';
import type { VendorStatement } from '../../bank-types';
import { leftOutWords } from '../statement-words';

/** What was taken from the file, what was left out and why, and where it is kept. */
export function HowItWasRead({
  statement: { lines, fees, leftOut, documentId, vendor, source },
}: {
  statement: VendorStatement;
}) {
  const listed = lines.filter(({ line }) => line !== null);
  const named = listed.filter(({ reference }) => reference !== null).length;
  const sums = leftOut.filter(({ why }) => why === 'sum' || why === 'amount');
  return (
    <Card title="How it was read">
      <ul className="vs-read">
        <li>
          <Check className="pp-i" />
          <span>
            {plural(named, 'reference')} and {plural(listed.length, 'amount')}
            {fees.length > 0 && `, ${plural(fees.length, 'fee')}`}
          </span>
        </li>
        {leftOut.length > 0 && (
          <li>
            <Check className="pp-i" />
            <span>
              {leftOutWords(leftOut)}
              {sums.slice(0, 8).map(({ line, text }) => (
                <small key={line}>
                  Line {line}: {text}
                </small>
              ))}
            </span>
          </li>
        )}
        {source === 'mailbox' && (
          <li>
            <Mail className="pp-i" />
            <span>
              Came by mail to the{' '}
              <Link className="pp-link" to={paths.mailbox.href()}>
                statement mailbox
              </Link>
            </span>
          </li>
        )}
        {documentId && (
          <li>
            <FileText className="pp-i" />
            <span>
              Kept as a document of {vendor.name}, admins only.{' '}
              <Link className="pp-link" to={paths.documents.href({ document: documentId })}>
                Open
              </Link>
            </span>
          </li>
        )}
      </ul>
    </Card>
  );
}
