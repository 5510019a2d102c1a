import { formatDateTime } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { DescriptionList } from '@paperplane/shared/ui';
import { fieldWords, recordText, valueText, type AuditEntry } from './entry-words';
import { recordPath } from './record-path';

/** The beginning of its number, which is enough to tell entries apart when people talk about one. */
const shortNumber = (entry: string): string => entry.slice(0, 8).toUpperCase();

/** An entry with everything that is known of it: each field before and after, how it was done, and where to go from here. */
export function EntryDetail({ entry, aboutTo }: { entry: AuditEntry; aboutTo: (id: string) => string }) {
  const { currency, timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const { changes, record } = entry;
  const path = recordPath(entry);
  const copy = () => {
    const address = new URL(paths.auditLog.href({ entry: entry.entry }), location.origin).href;
    navigator.clipboard.writeText(address).then(
      () => toast.success('Link copied'),
      (error: unknown) => toast.error('The link was not copied', error),
    );
  };
  return (
    <div className="audit-detail">
      <div>
        <h2>Before and after</h2>
        {changes.length === 0 ? (
          <p className="pp-muted">Nothing that had another value before.</p>
        ) : (
          <table className="audit-fields">
            <thead className="pp-sr">
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{fieldWords(field)}</th>
                  <td>
                    <s>{valueText(field, before, currency)}</s>
                  </td>
                  <td>
                    <b>{valueText(field, after, currency)}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      <div>
        <h2>How</h2>
        <DescriptionList
          items={[
            { term: 'When', value: formatDateTime(entry.at, timeZone) },
            { term: 'Device', value: entry.device ?? (entry.actor ? 'Not known' : 'None, by itself') },
            { term: 'Entry', value: <span className="pp-num">{shortNumber(entry.entry)}</span> },
          ]}
        />
      </div>
      <div className="audit-links">
        {path && (
          <Link className="pp-link" to={path}>
            Open {record.type === 'agency' ? 'settings' : 'record'}
          </Link>
        )}
        {record.about && (
          <Link className="pp-link" to={aboutTo(record.about)}>
            All about {recordText(entry)}
          </Link>
        )}
        <button type="button" className="pp-link" onClick={copy}>
          Copy link
        </button>
      </div>
    </div>
  );
}
