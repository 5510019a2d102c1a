import { plural } from '@paperplane/shared/domain';
import { ChevronDown, cx } from '@paperplane/shared/ui';
import { useState } from 'react';
import { assignRole, type CsvReading } from '../../files/csv/reading';
import { isMoney, ROLES, type Role } from '../../files/csv/roles';
import type { BankImport, Check } from '../use-bank-import';
import { Pick } from './pick';

interface ColumnRolesProps {
  check: Check;
  work: BankImport;
  headers: readonly string[];
}

/** The selects over the columns of a CSV file: the mapping is the table's head. A phone folds it away, unless something is asked. */
export function ColumnRoles({ check, work, headers }: ColumnRolesProps) {
  const reading = check.reading as CsvReading;
  const [isOpen, setOpen] = useState(check.read.question !== null);
  return (
    <tr className={cx('roles', isOpen && 'is-open')}>
      <td className="st" colSpan={2}>
        <span className="only-d">Column is</span>
        <button type="button" className="only-m" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <b>{plural(headers.length, 'column')}</b> {check.remembered ? 'as remembered' : 'as guessed'}
          <ChevronDown className="pp-i" />
        </button>
      </td>
      {reading.columns.map((role, index) => (
        <td key={index} className={cx(role === '' && 'out', isMoney(role) && 'r')}>
          <span className="only-m pp-trunc" aria-hidden="true">
            {headers[index]}
          </span>
          <Pick
            label={`Column ${headers[index] || index + 1} is`}
            value={role}
            words={ROLES}
            nothing="Leave out"
            onChange={(chosen) => {
              const columns = assignRole(reading.columns, index, chosen as Role);
              void work.reread(check, { ...reading, columns });
            }}
          />
        </td>
      ))}
    </tr>
  );
}
