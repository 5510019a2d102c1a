import { displayMessage, formatCount, plural, today as todayIn } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useLocation, useToast } from '@paperplane/shared/platform';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  Info,
  ListCard,
  Archive,
  PageHead,
  Plus,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import type { BankRule, Outcome } from '../bank-types';
import '../parts/bank.css';
import { useUndo } from '../parts/use-undo';
import { useLiveBank } from '../use-live-bank';
import './bank-rules.css';
import {
  useDeleteBankRuleMutation,
  useListBankRulesQuery,
  useOrderBankRulesMutation,
  useSwitchBankRuleMutation,
} from './bank-rules-api';
import { RuleDialog } from './rule-dialog';
import { RulePreviewDialog } from './rule-preview-dialog';
import { RuleRow } from './rule-row';
import { conditionOf, effectOf, sentOf, type RuleDraft } from './rule-words';

type Open =
  | { what: 'form'; rule: BankRule | null; draft: RuleDraft }
  | { what: 'preview' | 'delete'; ruleId: string };

/** The rule that an action on another page suggests, in the state of the address. */
function suggestedBy(state: unknown): Open | null {
  const { draft } = (state ?? {}) as { draft?: RuleDraft };
  return draft ? { what: 'form', rule: null, draft } : null;
}

/** Rules of the bank: what each asks and does, how often it did, and what it would do with what waits. */
export default function BankRulesPage() {
  const { timeZone, currency } = useCurrentUser().organization;
  const today = todayIn(timeZone);
  const state: unknown = useLocation().state;
  const list = useListBankRulesQuery();
  useLiveBank();
  const [open, setOpen] = useState<Open | null>(() => suggestedBy(state));
  const [switchRule, switching] = useSwitchBankRuleMutation();
  const [orderRules, ordering] = useOrderBankRulesMutation();
  const [deleteRule, deleting] = useDeleteBankRuleMutation();
  const { offer, notice } = useUndo();
  const toast = useToast();
  const rules = list.data ?? [];
  const opened = open && 'ruleId' in open ? rules.find(({ id }) => id === open.ruleId) : undefined;
  const first = rules.find(({ isActive, waiting }) => isActive && waiting > 0);
  const close = () => setOpen(null);

  /** Runs a change; a refusal is said. */
  async function change(failed: string, run: () => Promise<Outcome>) {
    try {
      const answer = await run();
      if (!answer.ok) toast.error(failed, answer.error);
    } catch (error) {
      toast.error(failed, error);
    }
  }
  const actionsOf = (rule: BankRule, place: number) => ({
    busy: switching.isLoading,
    onSwitch: (isActive: boolean) =>
      void change('Not switched', () => switchRule({ ruleId: rule.id, isActive }).unwrap()),
    onChange: () => setOpen({ what: 'form', rule, draft: { rule: sentOf(rule), vendor: rule.vendor } }),
    onPreview: () => setOpen({ what: 'preview', ruleId: rule.id }),
    onEarlier:
      place === 0 || ordering.isLoading
        ? undefined
        : () => {
            const ids = rules.map(({ id }) => id);
            ids.splice(place - 1, 2, rule.id, ids[place - 1] ?? '');
            void change('Not moved', () => orderRules(ids).unwrap());
          },
    onDelete: () => setOpen({ what: 'delete', ruleId: rule.id }),
  });

  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Bank rules"
        back={{ to: paths.bank.href(), label: 'Bank' }}
        link={Link}
        subtitle="The first one that fits decides what becomes of a line"
        busy={list.isFetching && list.data !== undefined}
        actions={
          <Button
            icon={<Plus className="pp-i" />}
            aria-label="New rule"
            onClick={() => setOpen({ what: 'form', rule: null, draft: { rule: {}, vendor: null } })}
          >
            New rule
          </Button>
        }
      />
      <ListCard
        label="Rules"
        list={{
          ...list,
          data: list.data && { count: list.data.length, rules: list.data },
          currentData: list.currentData && { count: list.currentData.length, rules: list.currentData },
        }}
        rows={6}
        empty={
          <EmptyState title="No rules yet" icon={<Archive className="pp-i pp-i-20" />}>
            Set a line aside in the bank and make a rule of it, or begin here: fees, transfers and payments of
            customers then leave the inbox by themselves.
          </EmptyState>
        }
      >
        {(page) => (
          <>
            {first && (
              <div className="bank-rules-waiting">
                <Info className="pp-i" />
                <span>
                  <b>
                    “{conditionOf(first, currency).value}” would{' '}
                    {first.vendor ? `give ${effectOf(first)}` : 'set aside'} {plural(first.waiting, 'line')}{' '}
                    that {first.waiting === 1 ? 'waits' : 'wait'}
                  </b>
                  <small>A rule works on new lines by itself; on waiting ones after you have looked.</small>
                </span>
                <Button
                  variant="outline"
                  size="sm"
                  onClick={() => setOpen({ what: 'preview', ruleId: first.id })}
                >
                  Preview {formatCount(first.waiting)}
                </Button>
              </div>
            )}
            <ol className="bank-rules" aria-label="Rules">
              {page.rules.map((rule, place) => (
                <RuleRow key={rule.id} {...{ rule, currency, today }} actions={actionsOf(rule, place)} />
              ))}
            </ol>
          </>
        )}
      </ListCard>
      {notice}
      {open?.what === 'form' && (
        <RuleDialog
          rule={open.rule}
          draft={open.draft}
          onSaved={(ruleId, waits) => {
            toast.success('Rule saved');
            setOpen(waits ? { what: 'preview', ruleId } : null);
          }}
          onClose={close}
        />
      )}
      {open?.what === 'preview' && opened && (
        <RulePreviewDialog key={opened.id} rule={opened} {...{ currency, offer }} onClose={close} />
      )}
      {open?.what === 'delete' && opened && (
        <ConfirmDialog
          title={`Delete the rule “${conditionOf(opened, currency).value}”?`}
          confirmLabel="Delete rule"
          cancelLabel="Keep rule"
          busy={deleting.isLoading}
          error={deleting.error ? displayMessage(deleting.error) : null}
          onConfirm={() => void change('Not deleted', () => deleteRule(opened.id).unwrap()).then(close)}
          onCancel={close}
        >
          What it has done stays as it is. New lines do not follow it any more. This cannot be undone.
        </ConfirmDialog>
      )}
    </main>
  );
}
