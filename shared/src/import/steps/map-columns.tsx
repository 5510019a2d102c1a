import { formatDate } from '../../domain';
import { Button, Card, InlineBanner, SelectField } from '../../ui';
import { useState } from 'react';
import type { DateOrder } from '../files';
import { rows } from '../import-texts';
import { isDay } from '../rules/field';
import { fieldOf, type ImportKind } from '../rules/fields';
import { mappingProblem } from '../rules/mapping';
import type { Import, Stage } from '../use-import';
import { ColumnChoice } from './column-choice';

interface MapColumnsProps {
  kind: ImportKind;
  stage: Extract<Stage, { step: 'columns' }>;
  work: Import;
}

const DATES: readonly { value: DateOrder; label: string }[] = [
  { value: 'mdy', label: 'Month first: 11/19/2026' },
  { value: 'dmy', label: 'Day first: 19/11/2026' },
  { value: 'ymd', label: 'Year first: 26/11/19' },
];

/** What each column holds. Guessed from its name, or as it was the last time. */
export function MapColumns({ kind, stage, work }: MapColumnsProps) {
  const { file, mapping, remembered, earlier } = stage;
  const [asked, setAsked] = useState(false);
  const problem = mappingProblem(kind, mapping.columns);
  const holdsDays = mapping.columns.some((key) => {
    const field = fieldOf(kind, key);
    return field !== undefined && isDay(field);
  });
  return (
    <Card
      title="What the columns hold"
      footer={
        <>
          <Button variant="outline" onClick={work.restart}>
            Choose another file
          </Button>
          <Button
            loading={work.busy}
            onClick={() => {
              setAsked(true);
              if (!problem) void work.check(file, mapping);
            }}
          >
            Check {rows(file.rowCount)}
          </Button>
        </>
      }
    >
      <div className="pp-stack">
        {earlier && (
          <InlineBanner tone="info" title="This file has been imported before">
            {`${earlier.first_name} ${earlier.last_name} imported it on ${formatDate(earlier.created_at)}. Rows that came in then are skipped.`}
          </InlineBanner>
        )}
        {asked && problem && <InlineBanner tone="danger">{problem}</InlineBanner>}
        <p className="import-note">
          {file.name}, {rows(file.rowCount)}.{' '}
          {remembered
            ? 'Columns are set as in your last import of such a file.'
            : 'Columns were guessed from their names.'}
        </p>
        <ul className="import-columns" aria-label="Columns">
          {file.headers.map((header, index) => (
            <ColumnChoice
              key={index}
              {...{ kind, header, index, mapping }}
              examples={file.samples.map((row) => row[index] ?? '')}
              onChange={(columns) => work.remap({ ...mapping, columns })}
            />
          ))}
        </ul>
        <div className="import-options">
          {holdsDays && (
            <SelectField
              label="Dates are written"
              name="dates"
              value={mapping.dates}
              options={DATES}
              onChange={(event) => work.remap({ ...mapping, dates: event.target.value as DateOrder })}
            />
          )}
          {mapping.columns.some((key) => key === (kind === 'sales' ? 'customer_email' : 'email')) &&
            kind !== 'vendors' && (
              <SelectField
                label="The same email address means"
                name="sameEmail"
                value={mapping.same_email}
                options={[
                  { value: 'skip', label: 'The same customer' },
                  { value: 'add', label: 'The same customer only with the same first name' },
                ]}
                onChange={(event) =>
                  work.remap({ ...mapping, same_email: event.target.value === 'add' ? 'add' : 'skip' })
                }
              />
            )}
        </div>
      </div>
    </Card>
  );
}
