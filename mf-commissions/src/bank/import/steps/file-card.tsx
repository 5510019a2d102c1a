import { displayName, formatDate, plural } from '@paperplane/shared/domain';
import { Card, FileSpreadsheet, InlineBanner, SelectField } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import { AccountFields } from '../../accounts/account-fields';
import type { NewAccount } from '../bank-import-api';
import type { BankImport, Check } from '../use-bank-import';
import { AccountChoice } from './account-choice';
import { ReadingBar } from './reading-bar';

interface FileCardProps {
  check: Check;
  work: BankImport;
  added: NewAccount;
  onType: (account: NewAccount) => void;
  /** What is to be known before it can be imported. */
  children?: ReactNode;
}

/** The file, the account it is imported to, and how it is read. */
export function FileCard({ check, work, added, onType, children }: FileCardProps) {
  const { file, read, accountId, earlier } = check;
  const statement = read.statements[check.statement];
  const facts = [
    statement && plural(statement.count + read.problems.length, 'line'),
    `${Math.max(1, Math.round(file.bytes / 1000))} KB`,
    statement?.first && `${formatDate(statement.first)} to ${formatDate(statement.last)}`,
  ];
  return (
    <Card label="File" padded={false}>
      <div className="bank-file">
        <span className="pp-tile" aria-hidden="true">
          <FileSpreadsheet className="pp-i" />
        </span>
        <span>
          <b>{file.name}</b>
          <small>{facts.filter(Boolean).join(' · ')}</small>
        </span>
        <AccountChoice accountId={accountId} onChoose={(id) => void work.chooseAccount(check, id)} />
      </div>
      <div className="pp-stack bank-file-more">
        {earlier && (
          <InlineBanner tone="info" title="This file has been imported before">
            {`On ${formatDate(earlier.createdAt)} by ${displayName(earlier)}: ${plural(earlier.added, 'line')} added. What is here already is left alone.`}
          </InlineBanner>
        )}
        {children}
        {read.statements.length > 1 && (
          <SelectField
            label="Account in the file"
            name="statement"
            value={String(check.statement)}
            options={read.statements.map((each, index) => ({
              value: String(index),
              label: `${each.account ?? 'Account'} ${each.currency ?? ''}: ${plural(each.count, 'line')}`,
            }))}
            onChange={(event) => void work.chooseStatement(check, Number(event.target.value))}
          />
        )}
        {accountId === '' && <AccountFields account={added} onType={onType} nameError={work.nameError} />}
      </div>
      <ReadingBar {...{ check, work }} />
    </Card>
  );
}
