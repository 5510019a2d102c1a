import { useState } from 'react';
import { displayMessage, plural } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { LazyConfirmDialog } from '@paperplane/shared/records';
import { Avatar, Button, FormSection } from '@paperplane/shared/ui';
import {
  useAskForSecondFactorMutation,
  useResetSecondFactorMutation,
  type SecondFactors,
} from './security-api';
import { memberText } from './security-words';

type Member = SecondFactors['members'][number];

/** Who has no second factor, each to be asked, and who has one, which an owner takes away when it is lost. */
export function PeopleSections({ factors }: { factors: SecondFactors }) {
  const { isOwner, user } = useAuth();
  const [lost, setLost] = useState<Member | null>(null);
  const without = factors.members.filter(({ hasFactor }) => !hasFactor);
  const others = factors.members.filter(({ hasFactor, userId }) => hasFactor && userId !== user?.id);
  return (
    <>
      {without.length > 0 && (
        <FormSection
          title="Without it"
          hint={`${without.length} of ${plural(factors.members.length, 'person', 'people')}.`}
        >
          <ul className="security-rows">
            {without.map((member) => (
              <Person key={member.userId} member={member}>
                {member.userId !== user?.id && <AskButton member={member} />}
              </Person>
            ))}
          </ul>
        </FormSection>
      )}
      {isOwner && others.length > 0 && (
        <FormSection title="With it" hint="Who has lost phone and all sets up a new one after a reset.">
          <ul className="security-rows">
            {others.map((member) => (
              <Person key={member.userId} member={member}>
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Reset second factor of ${member.name}`}
                  onClick={() => setLost(member)}
                >
                  Reset…
                </Button>
              </Person>
            ))}
          </ul>
        </FormSection>
      )}
      {lost && <ResetDialog member={lost} onClose={() => setLost(null)} />}
    </>
  );
}

function Person({ member, children }: { member: Member; children: React.ReactNode }) {
  const { firstName, lastName, organization } = useCurrentUser();
  const [first = '', ...rest] = member.name.split(' ');
  return (
    <li>
      <Avatar size="md" person={{ firstName: first, lastName: rest.join(' ') }} />
      <span>
        <b>{member.name}</b>
        <small>{memberText(member, organization.timeZone, `${firstName} ${lastName}`)}</small>
      </span>
      {children}
    </li>
  );
}

function AskButton({ member }: { member: Member }) {
  const toast = useToast();
  const [ask, { isLoading }] = useAskForSecondFactorMutation();
  const label = member.askedAt ? 'Ask again' : 'Ask';
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={`${label} ${member.name}`}
      loading={isLoading}
      onClick={() =>
        void ask(member.userId).then(({ error }) =>
          error
            ? toast.error(`${member.name} was not asked`, error)
            : toast.success(`${member.name} was asked to set one up`),
        )
      }
    >
      {label}
    </Button>
  );
}

function ResetDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const toast = useToast();
  const [reset, { error, isLoading }] = useResetSecondFactorMutation();
  return (
    <LazyConfirmDialog
      title={`Reset the second factor of ${member.name}?`}
      confirmLabel="Reset second factor"
      cancelLabel="Keep it"
      busy={isLoading}
      error={error ? displayMessage(error) : null}
      onConfirm={() =>
        void reset({ memberId: member.userId, name: member.name }).then((answer) => {
          if (answer.error) return;
          toast.success(`Second factor of ${member.name} reset`, 'They were told by mail.');
          onClose();
        })
      }
      onCancel={onClose}
    >
      Their authenticators stop working and they are signed out everywhere. They sign in with the password,
      and set up a new one. Make sure that it is {member.name} who asks you.
    </LazyConfirmDialog>
  );
}
