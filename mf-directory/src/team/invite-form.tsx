import { formatDate, isOwner } from '@paperplane/shared/domain';
import { applyServerError, Controller, useForm, valibotResolver } from '@paperplane/shared/forms';
import { useCurrentUser, useNewAgencyLimits, useToast } from '@paperplane/shared/platform';
import { ToldFailure, useRequestKey } from '@paperplane/shared/records';
import {
  Button,
  Card,
  ErrorSummary,
  Notice,
  PercentField,
  Send,
  submitOnModEnter,
  TextField,
} from '@paperplane/shared/ui';
import { useInvitePersonMutation, type Invitation } from './team-api';
import { INVITE_FIELDS, inviteSchema, NO_INVITE, type InviteTexts } from './invite-schema';
import { RoleChoices } from './role-choices';

/** Who is to join, as what, and with which share. */
export function InviteForm() {
  const me = useCurrentUser();
  const toast = useToast();
  const limits = useNewAgencyLimits();
  const [invite] = useInvitePersonMutation();
  const { send, notice, renew } = useRequestKey();
  const { register, control, handleSubmit, reset, setError, setFocus, clearErrors, formState } = useForm<
    InviteTexts,
    unknown,
    Invitation
  >({
    defaultValues: NO_INVITE,
    resolver: valibotResolver(inviteSchema),
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = formState;
  const field = (name: Exclude<keyof InviteTexts, 'role'>) => ({
    error: errors[name]?.message,
    ...register(name, { onChange: () => clearErrors(name) }),
  });

  const submit = handleSubmit(async (invitation) => {
    try {
      const { mailed } = await send((requestKey) => invite({ ...invitation, requestKey }).unwrap());
      renew();
      if (mailed) toast.success('Invitation sent', `${invitation.email} has seven days to accept.`);
      else toast.error('The mail did not leave', 'The invitation is in the list. Resend it from there.');
      reset(NO_INVITE);
      setFocus('firstName');
    } catch (error) {
      if (!(error instanceof ToldFailure)) applyServerError(error, INVITE_FIELDS, setError);
    }
  });

  return (
    <form
      noValidate
      onKeyDown={submitOnModEnter}
      onSubmit={(event) => {
        event.preventDefault();
        // Keys reach the form while it is sending; nobody is invited twice.
        if (!isSubmitting) void submit(event);
      }}
    >
      <Card title="Invite a teammate" padded={false}>
        <div className="pp-card-b pp-stack team-invite">
          <p className="pp-muted">They get an email with a link to set up their account.</p>
          {limits && (
            <Notice kind="info">
              Until {formatDate(limits.until, me.organization.timeZone)} a new agency can have{' '}
              {limits.mostOpenInvitations} open invitations and send {limits.mostInvitations} a day.{' '}
              {limits.openInvitations} open now, {limits.invitations} sent in the last 24 hours.
            </Notice>
          )}
          {notice}
          <ErrorSummary
            errors={INVITE_FIELDS.flatMap((name) => {
              const message = errors[name]?.message;
              return message ? [{ name, message }] : [];
            })}
            purpose="send this invitation"
            message={errors.root?.['server']?.message}
            title="Invitation not sent"
            submitCount={submitCount}
          />
          <div className="pp-formgrid team-names">
            <TextField label="First name" autoComplete="off" {...field('firstName')} />
            <TextField label="Last name" autoComplete="off" {...field('lastName')} />
            <div className="full">
              <TextField label="Work email" type="email" autoComplete="off" {...field('email')} />
            </div>
          </div>
          <Controller
            control={control}
            name="role"
            render={({ field: { value, onChange } }) => (
              <RoleChoices
                value={value === 'admin' ? 'admin' : 'agent'}
                onChoose={onChange}
                adminRefusal={isOwner(me.role) ? null : 'Only an owner can invite an admin.'}
                error={errors.role?.message}
              />
            )}
          />
          <div className="pp-formgrid">
            <PercentField
              label="Commission split"
              optional
              hint="Their share of each commission. Empty: as your agency’s settings say."
              {...field('commissionSplit')}
            />
          </div>
        </div>
        <div className="pp-card-f team-invite-send">
          <Button type="submit" icon={<Send className="pp-i" />} loading={isSubmitting}>
            Send invite
          </Button>
        </div>
      </Card>
    </form>
  );
}
