import { displayMessage, formatDateTime } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { LazyConfirmDialog } from '@paperplane/shared/records';
import { Button, Ellipsis, Mail, Menu } from '@paperplane/shared/ui';
import { useState } from 'react';
import { LazyDialog } from './lazy-dialog';
import {
  useDeleteMailPlanMutation,
  useLeaveMailPlanMutation,
  useListMailPlansQuery,
  type MailPlan,
} from './mail-api';
import type { Mailed } from './plan-dialog';
import { whenWords, whomWords } from './plan-words';

export const loadPlanDialog = () => import(/* webpackChunkName: "lazy-mail-plan" */ './plan-dialog');

/** What a plan sends, in words. */
const nameOf = ({ name }: MailPlan): string => name ?? 'Agents’ statements';

/** What goes out by mail by the calendar, of what the reader may see (docs/product/mail.md, Reports by mail). */
export function MailPlans({
  isAdmin,
  saved,
}: {
  isAdmin: boolean;
  saved: readonly Exclude<Mailed, string>[];
}) {
  const { timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const { data } = useListMailPlansQuery();
  const [changed, setChanged] = useState<{ mailed: Mailed; plan?: MailPlan } | null>(null);
  const [removed, setRemoved] = useState<MailPlan | null>(null);
  const [remove, removing] = useDeleteMailPlanMutation();
  const [leave] = useLeaveMailPlanMutation();
  if (!data) return null;
  const { plans, sends } = data;
  const hasStatements = plans.some(({ savedReportId }) => savedReportId === null);
  if (plans.length === 0 && !isAdmin) return null;
  const mailedOf = ({ savedReportId }: MailPlan): Mailed | undefined =>
    savedReportId === null ? 'statements' : saved.find(({ id }) => id === savedReportId);

  async function leaveIt(plan: MailPlan) {
    try {
      await leave(plan.id).unwrap();
      toast.success(`${nameOf(plan)} is not sent to you any more`);
    } catch (error) {
      toast.error('It is still sent to you', error);
    }
  }
  async function confirmRemoval(plan: MailPlan) {
    try {
      await remove(plan.id).unwrap();
      toast.success(`${nameOf(plan)} is not sent by mail any more`);
      setRemoved(null);
    } catch {
      // The dialog shows why.
    }
  }
  return (
    <section className="pp-section" aria-labelledby="by-mail">
      <div className="pp-section-h">
        <h2 id="by-mail">By mail</h2>
        {isAdmin && !hasStatements && (
          <Button
            variant="outline"
            size="sm"
            icon={<Mail className="pp-i pp-i-14" />}
            onClick={() => setChanged({ mailed: 'statements' })}
          >
            Send statements by mail
          </Button>
        )}
      </div>
      {!sends && <p className="pp-sm pp-muted">This installation sends no mail: what is planned waits.</p>}
      {plans.length > 0 && (
        <ul className="pp-card report-saved">
          {plans.map((plan) => {
            const mailed = mailedOf(plan);
            return (
              <li key={plan.id}>
                <span className="pp-tile report-tile">
                  <Mail className="pp-i" />
                </span>
                <span className="pp-trunc">{nameOf(plan)}</span>
                <span className="pp-trunc about">
                  <small>
                    {whenWords(plan)} {whomWords(plan)}
                  </small>
                </span>
                <span className="sh">Next {formatDateTime(plan.nextRunAt, timeZone)}</span>
                <Menu
                  label={`More for ${nameOf(plan)} by mail`}
                  buttonClassName="pp-iconbtn pp-iconbtn-sm"
                  button={<Ellipsis className="pp-i" />}
                  items={[
                    ...(plan.mayChange && mailed
                      ? [{ key: 'change', label: 'Change', onSelect: () => setChanged({ mailed, plan }) }]
                      : []),
                    ...(plan.gets
                      ? [{ key: 'leave', label: 'Stop sending it to me', onSelect: () => void leaveIt(plan) }]
                      : []),
                    ...(plan.mayChange
                      ? [
                          {
                            key: 'stop',
                            label: 'Send it to nobody',
                            danger: true,
                            onSelect: () => setRemoved(plan),
                          },
                        ]
                      : []),
                  ]}
                />
              </li>
            );
          })}
        </ul>
      )}
      {changed && (
        <LazyDialog load={loadPlanDialog} onClose={() => setChanged(null)}>
          {({ PlanDialog }) => (
            <PlanDialog {...changed} {...{ isAdmin, sends }} onClose={() => setChanged(null)} />
          )}
        </LazyDialog>
      )}
      {removed && (
        <LazyConfirmDialog
          title={`Send ${nameOf(removed)} to nobody?`}
          confirmLabel="Send it to nobody"
          cancelLabel="Keep sending it"
          busy={removing.isLoading}
          error={removing.error ? displayMessage(removing.error) : null}
          onConfirm={() => void confirmRemoval(removed)}
          onCancel={() => setRemoved(null)}
        >
          The report itself stays.
        </LazyConfirmDialog>
      )}
    </section>
  );
}
