import { formatDate } from '@paperplane/shared/domain';
import { Button, Dialog, SelectField } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { TermsVersion } from './terms-api';
import { differences } from './terms-words';

interface CompareDialogProps {
  /** Two or more, the newest first. */
  versions: readonly TermsVersion[];
  vendors: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
  currency: string;
  onClose: () => void;
}

const nameOf = ({ number }: TermsVersion) => `Version ${number}`;

/** Two versions side by side: only what differs. */
export function CompareDialog({ versions, vendors, people, currency, onClose }: CompareDialogProps) {
  const [chosen, setChosen] = useState({ before: versions[1]?.id, after: versions[0]?.id });
  const before = versions.find(({ id }) => id === chosen.before);
  const after = versions.find(({ id }) => id === chosen.after);
  const options = versions.map((version) => ({
    value: version.id,
    label:
      version.validFrom > '1900-01-01'
        ? `${nameOf(version)}, ${formatDate(version.validFrom)}`
        : nameOf(version),
  }));
  const rows = before && after ? differences(before, after, vendors, currency, people) : [];
  return (
    <Dialog
      title="Compare versions"
      size="lg"
      onCloseRequest={onClose}
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="pp-formgrid">
        <SelectField
          label="Version"
          name="before"
          options={options}
          value={chosen.before}
          onChange={(event) => setChosen({ ...chosen, before: event.target.value })}
        />
        <SelectField
          label="Compared with"
          name="after"
          options={options}
          value={chosen.after}
          onChange={(event) => setChosen({ ...chosen, after: event.target.value })}
        />
      </div>
      {before && after && rows.length > 0 ? (
        <table className="pp-table terms-compare" aria-label="What differs">
          <thead>
            <tr>
              <th scope="col">
                <span className="pp-sr">What</span>
              </th>
              <th scope="col">{nameOf(before)}</th>
              <th scope="col">{nameOf(after)}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, from, to }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{from}</td>
                <td>
                  <b>{to}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="pp-muted terms-same">They say the same.</p>
      )}
    </Dialog>
  );
}
