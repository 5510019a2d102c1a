import { formatDate, plural, type DecimalSign, type DateOrder } from '../../domain';
import { Button, Card, InlineBanner, SelectField } from '../../ui';
import { useEffect, useRef, useState } from 'react';
import { rows } from '../import-texts';
import { isDay, type ImportField } from '../rules/field';
import { fieldOf, type ImportKind } from '../rules/fields';
import { mappingProblem } from '../rules/mapping';
import type { Preset } from '../presets/preset';
import { presetOf } from '../presets/presets';
import type { Import, Stage } from '../use-import';
import { ColumnChoice } from './column-choice';
import { ProgramChoice } from './program-choice';
import { StaysBehindList } from './stays-behind-list';
import { isOpen, saidOf, WordChoices } from './word-choices';

interface MapColumnsProps {
  kind: ImportKind;
  stage: Extract<Stage, { step: 'columns' }>;
  work: Import;
  /** The program that files were said to come from. */
  from?: Preset | null;
}

const DATES: readonly { value: DateOrder; label: string }[] = [
  { value: 'mdy', label: 'Month first: 11/19/2026' },
  { value: 'dmy', label: 'Day first: 19/11/2026' },
  { value: 'ymd', label: 'Year first: 26/11/19' },
];

const DECIMALS: readonly { value: DecimalSign; label: string }[] = [
  { value: '.', label: 'Point before cents: 1,234.56' },
  { value: ',', label: 'Comma before cents: 1.234,56' },
];

/** How the columns came by their fields. */
function howSet({ file, remembered }: MapColumnsProps['stage'], kind: ImportKind): string {
  if (remembered) return 'Columns are set as in your last import of such a file.';
  const program = presetOf(kind, file.preset);
  return program
    ? `Columns are set as ${program.name} names them; the others were guessed.`
    : 'Columns were guessed from their names and what they hold.';
}

const ASKED = 'The file can be read both ways. Say which it is.';

/** What each column holds. Guessed from its name, or as it was the last time. */
export function MapColumns({ kind, stage, work, from = null }: MapColumnsProps) {
  const { file, mapping, words, earlier } = stage;
  // How often somebody asked for the check: each time what is missing is shown, and focused.
  const [asked, setAsked] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const banner = useRef<HTMLDivElement>(null);
  const missing = mappingProblem(kind, mapping.columns);
  const holds = (is: (field: ImportField) => boolean) =>
    mapping.columns.some((key) => {
      const field = fieldOf(kind, key);
      return field !== undefined && is(field);
    });
  const [holdsDays, holdsMoney] = [holds(isDay), holds(({ reading }) => reading === 'money')];
  const open =
    (holdsDays && mapping.dates === null) ||
    (holdsMoney && mapping.decimal === null) ||
    words.some((word) => isOpen(mapping, word));
  const problem = missing ?? (open ? 'Answer what the file leaves open.' : null);
  useEffect(() => {
    if (asked === 0) return;
    const wrong = root.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? banner.current;
    wrong?.focus();
    wrong?.scrollIntoView?.({ block: 'center' });
  }, [asked]);
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
              if (problem) setAsked(asked + 1);
              else void work.check(file, { ...mapping, words: saidOf(mapping, words) });
            }}
          >
            Check {rows(file.rowCount)}
          </Button>
        </>
      }
    >
      <div className="pp-stack" ref={root}>
        {earlier && (
          <InlineBanner tone="info" title="This file has been imported before">
            {`${earlier.firstName} ${earlier.lastName} imported it on ${formatDate(earlier.createdAt)}. Rows that came in then are skipped.`}
          </InlineBanner>
        )}
        {from && file.preset !== from.id && (
          <InlineBanner tone="warning" title={`These are not the columns of ${from.name}`}>
            {file.preset
              ? `They are set as ${presetOf(kind, file.preset)?.name ?? ''} names them.`
              : `They are not named as ${from.name} is known to name them: see what each of them holds.`}
          </InlineBanner>
        )}
        {asked > 0 && problem && (
          <InlineBanner tone="danger" ref={banner}>
            {problem}
          </InlineBanner>
        )}
        <p className="import-note">
          {file.name}, {rows(file.rowCount)}. {howSet(stage, kind)}
          {file.above > 0 && ` Their names are below ${plural(file.above, 'line')} of title.`}
          {file.leftOut.length > 0 &&
            ` Left out as no rows: ${file.leftOut
              .slice(0, 3)
              .map((text) => `“${text}”`)
              .join(', ')}${file.leftOut.length > 3 ? ` and ${file.leftOut.length - 3} more` : ''}.`}
        </p>
        <ProgramChoice
          kind={kind}
          file={file}
          onChange={(preset) => void work.readAs(file, mapping, preset)}
        />
        <StaysBehindList kind={kind} file={file} mapping={mapping} />
        <ul className="import-columns" aria-label="Columns">
          {file.headers.map((header, index) => (
            <ColumnChoice
              key={index}
              {...{ kind, header, index, mapping }}
              examples={file.samples.map((row) => row[index] ?? '')}
              onChange={(columns) => void work.recolumn({ ...mapping, columns })}
            />
          ))}
        </ul>
        <WordChoices kind={kind} mapping={mapping} words={words} asked={asked > 0} onChange={work.remap} />
        <div className="import-options">
          {holdsDays && (
            <SelectField
              label="Dates are written"
              name="dates"
              value={mapping.dates ?? ''}
              placeholder={mapping.dates === null ? 'Choose' : undefined}
              error={asked > 0 && mapping.dates === null ? ASKED : undefined}
              options={DATES}
              onChange={(event) => work.remap({ ...mapping, dates: event.target.value as DateOrder })}
            />
          )}
          {holdsMoney && (
            <SelectField
              label="Amounts are written"
              name="decimal"
              value={mapping.decimal ?? ''}
              placeholder={mapping.decimal === null ? 'Choose' : undefined}
              error={asked > 0 && mapping.decimal === null ? ASKED : undefined}
              options={DECIMALS}
              onChange={(event) => work.remap({ ...mapping, decimal: event.target.value as DecimalSign })}
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
