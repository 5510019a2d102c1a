import { displayMessage, displayName } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { LazyConfirmDialog } from '@paperplane/shared/records';
import { Avatar, Card, Ellipsis, ErrorState, Lock, Menu, SkeletonRows } from '@paperplane/shared/ui';
import { useState } from 'react';
import { slugOf, valuesOf } from '../definition';
import { useDeleteSavedReportMutation, useGetSavedReportsQuery, type SavedReport } from '../report-api';
import { REPORT_ICONS, REPORT_TITLES } from '../report-titles';
import { describe } from '../report-words';
import { LazyDialog } from '../mail/lazy-dialog';
import { useListMailPlansQuery } from '../mail/mail-api';
import { loadPlanDialog, MailPlans } from '../mail/mail-plans';
import { SaveReportDialog } from './save-report-dialog';

/** Reports that were saved by name: one's own, and those others share. */
export function SavedReports({ isAdmin }: { isAdmin: boolean }) {
  const { id: me } = useCurrentUser();
  const toast = useToast();
  const { data, error, isFetching, refetch } = useGetSavedReportsQuery();
  const [changed, setChanged] = useState<SavedReport | null>(null);
  const [removed, setRemoved] = useState<SavedReport | null>(null);
  const [mailed, setMailed] = useState<SavedReport | null>(null);
  const [remove, removing] = useDeleteSavedReportMutation();
  const { data: mail } = useListMailPlansQuery();
  const planOf = ({ id }: SavedReport) => mail?.plans.find(({ savedReportId }) => savedReportId === id);

  async function confirmRemoval({ id, name }: SavedReport) {
    try {
      await remove(id).unwrap();
      toast.success(`${name} deleted`);
      setRemoved(null);
    } catch {
      // The dialog shows why.
    }
  }
  if (data?.length === 0) return <MailPlans isAdmin={isAdmin} saved={[]} />;
  return (
    <>
      <section className="pp-section" aria-labelledby="saved">
        <div className="pp-section-h">
          <h2 id="saved">Saved</h2>
        </div>
        {data ? (
          <ul className="pp-card report-saved">
            {data.map((report) => {
              const isMine = report.ownerId === me;
              const name = report.definition.report;
              return (
                <li key={report.id}>
                  <span className="pp-tile report-tile">{REPORT_ICONS[slugOf(name)]}</span>
                  <Link
                    className="pp-trunc"
                    to={paths.report.href(slugOf(name), valuesOf(report.definition))}
                  >
                    {report.name}
                  </Link>
                  <span className="pp-trunc about">
                    <small>{describe(report.definition, REPORT_TITLES[slugOf(name)])}</small>
                  </span>
                  <span className="sh">
                    {report.shared ? (
                      <>
                        <Avatar person={report.owner} size="xs" />
                        <span className="pp-sr">{displayName(report.owner)}: </span>
                        Shared
                      </>
                    ) : (
                      <>
                        <Lock className="pp-i pp-i-14" />
                        Only you
                      </>
                    )}
                  </span>
                  {
                    <Menu
                      label={`More for ${report.name}`}
                      buttonClassName="pp-iconbtn pp-iconbtn-sm"
                      button={<Ellipsis className="pp-i" />}
                      items={[
                        ...(mail && (planOf(report)?.mayChange ?? true)
                          ? [
                              {
                                key: 'mail',
                                label: isAdmin ? 'Send by mail' : 'Send to me by mail',
                                onSelect: () => setMailed(report),
                              },
                            ]
                          : []),
                        ...(isMine
                          ? [{ key: 'change', label: 'Rename or share', onSelect: () => setChanged(report) }]
                          : []),
                        ...(isMine || isAdmin
                          ? [
                              {
                                key: 'delete',
                                label: 'Delete',
                                danger: true,
                                onSelect: () => setRemoved(report),
                              },
                            ]
                          : []),
                      ]}
                    />
                  }
                </li>
              );
            })}
          </ul>
        ) : (
          <Card padded={false} label="Saved reports">
            {error ? (
              <ErrorState
                title="Saved reports did not load"
                message={displayMessage(error)}
                onRetry={() => void refetch()}
                retrying={isFetching}
              />
            ) : (
              <SkeletonRows rows={3} label="Loading saved reports" />
            )}
          </Card>
        )}
        {mailed && mail && (
          <LazyDialog load={loadPlanDialog} onClose={() => setMailed(null)}>
            {({ PlanDialog }) => (
              <PlanDialog
                mailed={mailed}
                plan={planOf(mailed)}
                {...{ isAdmin, sends: mail.sends }}
                onClose={() => setMailed(null)}
              />
            )}
          </LazyDialog>
        )}
        {changed && (
          <SaveReportDialog
            definition={changed.definition}
            saved={changed}
            onClose={() => setChanged(null)}
          />
        )}
        {removed && (
          <LazyConfirmDialog
            title={`Delete ${removed.name}?`}
            confirmLabel="Delete report"
            cancelLabel="Keep report"
            busy={removing.isLoading}
            error={removing.error ? displayMessage(removing.error) : null}
            onConfirm={() => void confirmRemoval(removed)}
            onCancel={() => setRemoved(null)}
          >
            {removed.shared ? 'It goes for everybody it is shared with. ' : ''}The figures stay; only the
            saved choices go.
          </LazyConfirmDialog>
        )}
      </section>
      <MailPlans isAdmin={isAdmin} saved={data ?? []} />
    </>
  );
}
