import {
  displayName,
  formatDate,
  formatMoneyExact,
  formatPercent,
  formatShortDate,
  isAdmin,
} from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useParams } from '@paperplane/shared/platform';
import { RecordGate, useLazyDialog } from '@paperplane/shared/records';
import {
  Button,
  Card,
  Figures,
  Notice,
  PageHead,
  Pencil,
  Plus,
  Scale,
  type Figure,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { manageRefusal } from '../team';
import { CompareDialog } from './compare-dialog';
import { TryASale, useApplyAgain } from './more-parts';
import { overrideFigure } from './override-words';
import { OverridesCard } from './overrides-card';
import { SplitTable } from './split-table';
import { useGetAgreementQuery, type Agreement, type Terms } from './terms-api';
import { differences, versionsOf } from './terms-words';
import { TiersCard } from './tiers-card';
import { VersionsCard } from './versions-card';
import './terms.css';

const loadForm = () =>
  import(/* webpackChunkName: "team-terms-form" */ './version-dialog').then((module) => module.VersionDialog);

/** /team/:id/terms: what is agreed with one person; admins and the person read it, who may change the person writes it. */
export default function TermsPage() {
  const { id = '' } = useParams();
  const query = useGetAgreementQuery(id);
  const me = useCurrentUser();
  // Its page is for admins; the person goes back to the team.
  const back = isAdmin(me.role)
    ? { to: paths.teamMember.href(id), label: displayName(query.currentData?.member, 'Team member') }
    : { to: paths.team.href(), label: 'Team' };
  return (
    <RecordGate label="Terms" back={back} query={query}>
      {(agreement) => <TermsOf agreement={agreement} back={back} />}
    </RecordGate>
  );
}

function TermsOf({ agreement, back }: { agreement: Agreement; back: { to: string; label: string } }) {
  const { member, versions, today } = agreement;
  const me = useCurrentUser();
  const { currency, timeZone } = me.organization;
  const { current, planned } = versionsOf(agreement);
  const now: Terms = current ?? {
    defaultSplit: agreement.commissionSplit,
    vendorSplits: [],
    categorySplits: [],
    tiers: null,
    overrides: [],
  };
  const people = new Map(agreement.people.map((person) => [person.id, displayName(person)]));
  const vendors = new Map(agreement.vendors.map((vendor) => [vendor.id, vendor.name]));
  const [open, setOpen] = useState<'compare' | { terms: Terms; validFrom: string } | null>(null);
  const [VersionDialog, fetchForm] = useLazyDialog(loadForm);
  const again = useApplyAgain(member);
  const refusal = manageRefusal(me, member);
  const close = () => setOpen(null);
  const write = async (terms: Terms, validFrom: string) => {
    if (await fetchForm()) setOpen({ terms, validFrom });
  };
  return (
    <>
      <PageHead
        title={`Terms of ${displayName(member)}`}
        back={back}
        link={Link}
        actions={
          <>
            {versions.length > 1 && (
              <Button variant="outline" icon={<Scale className="pp-i" />} onClick={() => setOpen('compare')}>
                Compare
              </Button>
            )}
            {!refusal && versions.length > 0 && again.button}
            {!refusal && (
              <Button icon={<Plus className="pp-i" />} onClick={() => void write(now, today)}>
                New version
              </Button>
            )}
          </>
        }
      />
      <div className="pp-stack">
        <Card label="In force now">
          <div className="terms-figures">
            <Figures items={figuresOf(agreement, currency)} />
          </div>
        </Card>
        <div className="pp-grid">
          <div className="c8 pp-stack">
            <TiersCard agreement={agreement} now={now} currency={currency} />
            <SplitTable
              agreement={agreement}
              now={now}
              next={planned && { terms: planned, from: planned.validFrom }}
              vendors={vendors}
            />
            <OverridesCard agreement={agreement} now={now} people={people} currency={currency} />
          </div>
          <div className="c4 pp-stack">
            {planned && (
              <Card
                title={`Changes on ${formatShortDate(planned.validFrom, today)}`}
                footer={
                  !refusal && (
                    <Button
                      variant="outline"
                      size="sm"
                      icon={<Pencil className="pp-i pp-i-14" />}
                      onClick={() => void write(planned, planned.validFrom)}
                    >
                      Change version {planned.number}
                    </Button>
                  )
                }
              >
                <dl className="terms-changes">
                  {differences(now, planned, vendors, currency, people).map(({ label, from, to }) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>
                        <s>{from}</s> <span aria-hidden="true">→</span> <b>{to}</b>
                      </dd>
                    </div>
                  ))}
                </dl>
                <Notice>
                  For sales from {formatDate(planned.validFrom)}. What is recorded keeps its split.
                </Notice>
              </Card>
            )}
            <TryASale agreement={agreement} now={now} />
            <VersionsCard agreement={agreement} timeZone={timeZone} />
          </div>
        </div>
      </div>
      {again.dialog}
      {open === 'compare' && (
        <CompareDialog
          versions={versions}
          vendors={vendors}
          people={people}
          currency={currency}
          onClose={close}
        />
      )}
      {open !== null && open !== 'compare' && VersionDialog && (
        <VersionDialog
          agreement={agreement}
          start={open}
          planned={planned}
          vendors={vendors}
          people={people}
          onClose={close}
        />
      )}
    </>
  );
}

/** What is in force, in the row under the name. */
function figuresOf(agreement: Agreement, currency: string): Figure[] {
  const { split, next } = agreement;
  const { current } = versionsOf(agreement);
  const override = current && overrideFigure(current);
  return [
    { label: 'Split now', value: formatPercent(split) },
    ...(next
      ? [
          {
            label: 'To the next tier',
            value: formatMoneyExact(next.missing, currency),
            note: `for ${formatPercent(next.split)}`,
          },
        ]
      : []),
    ...(override ? [{ label: 'Override', ...override }] : []),
    {
      label: 'In force',
      value: current ? `Version ${current.number}` : 'No version',
      ...(current && current.validFrom > '1900-01-01'
        ? { note: `since ${formatDate(current.validFrom)}` }
        : {}),
    },
  ];
}
