import { CopyButton } from '@paperplane/shared/records';
import { cx } from '@paperplane/shared/ui';
import { useState } from 'react';
import { curlOf } from './curl';
import type { Field } from './fields';
import { Marked } from './marked-text';
import type { ReferenceOperation } from './read-reference';

interface OperationProps {
  operation: ReferenceOperation;
  /** Of the installation's API. */
  address: string;
}

/** One operation: what it does, and opened all that is sent and answered. */
export function Operation({ operation, address }: OperationProps) {
  const { id, method, path, summary } = operation;
  const [open, setOpen] = useState(false);
  return (
    <details
      id={id}
      className="ref-op"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span className={cx('pp-tag', method !== 'GET' && 'is-write')}>{method}</span>
        <code>{path}</code>
        <span className="ref-summary">{summary}</span>
      </summary>
      {open && <Opened operation={operation} address={address} />}
    </details>
  );
}

function Opened({ operation, address }: OperationProps) {
  const { scope, parameters, body, answer, problems } = operation;
  const example = curlOf(operation, address);
  return (
    <div className="ref-body">
      <p className="pp-muted">
        The key needs <code>{scope}</code>.
      </p>
      {parameters.length > 0 && (
        <Fields
          title="Parameters"
          fields={parameters.map((parameter) => ({
            ...parameter,
            kind: `${parameter.kind}, ${parameter.where}`,
          }))}
        />
      )}
      {body && <Fields title="Body" fields={body.fields} />}
      <Fields title={`Answer ${answer.status}`} fields={answer.fields} answered />
      <h3>Problems</h3>
      <dl className="ref-problems">
        {problems.map(({ status, description }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              <Marked text={description} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="pp-between">
        <h3>Example</h3>
        <CopyButton
          text={example}
          what="Example"
          label={`Copy the example: ${operation.summary}`}
          size="sm"
        />
      </div>
      <pre className="ref-example" tabIndex={0} role="region" aria-label={`Example: ${operation.summary}`}>
        {example}
      </pre>
    </div>
  );
}

function Fields({
  title,
  fields,
  answered,
}: {
  title: string;
  fields: readonly Field[];
  answered?: boolean;
}) {
  return (
    <>
      <h3>{title}</h3>
      <dl className="ref-fields">
        {fields.map(({ name, kind, required, description }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              {!answered && required && <span className="pp-tag">required</span>}
            </dt>
            <dd>
              <span className="ref-kind">{kind}</span>
              {description && (
                <span>
                  <Marked text={description} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
