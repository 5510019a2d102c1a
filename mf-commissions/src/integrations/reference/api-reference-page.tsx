import { displayMessage } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { CopyButton } from '@paperplane/shared/records';
import { Card, ErrorState, PageHead, SkeletonRows } from '@paperplane/shared/ui';
import { MarkedText } from './marked-text';
import { Operation } from './operation';
import type { Reference } from './read-reference';
import { programAddress, useGetApiReferenceQuery } from './reference-api';
import './reference.css';

/** /settings/integrations/api: what programs can ask, as the installation itself says it (docs/product/integrations.md, API). */
export default function ApiReferencePage() {
  const { data, error, isFetching, refetch } = useGetApiReferenceQuery();
  return (
    <main id="main" className="pp-page">
      <PageHead
        title="API reference"
        back={{ to: paths.integrations.href(), label: 'Integrations' }}
        link={Link}
        subtitle="What a program with a key can ask"
      />
      {data ? (
        <Contents reference={data} />
      ) : error ? (
        <Card padded={false} label="API reference">
          <ErrorState
            title="The reference did not load"
            message={displayMessage(error)}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <Card>
          <SkeletonRows rows={8} label="Loading the reference" />
        </Card>
      )}
    </main>
  );
}

function Contents({ reference: { about, groups } }: { reference: Reference }) {
  const address = programAddress();
  return (
    <div className="pp-stack">
      <Card label="About the API">
        <div className="ref-address">
          <code>{address}</code>
          <CopyButton text={address} what="Address" label="Copy the address" size="sm" />
          <a className="pp-link pp-sm" href={`${address}/openapi.json`} target="_blank" rel="noreferrer">
            OpenAPI file
          </a>
        </div>
        <div className="ref-about">
          <MarkedText text={about} />
        </div>
      </Card>
      {groups.map(({ name, description, operations }) => (
        <Card key={name} padded={false} label={name}>
          <div className="ref-group">
            <h2>{name.charAt(0).toUpperCase() + name.slice(1)}</h2>
            <p className="pp-sm pp-muted">{description}</p>
          </div>
          {operations.map((operation) => (
            <Operation key={operation.id} operation={operation} address={address} />
          ))}
        </Card>
      ))}
    </div>
  );
}
