import { renderAt } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { safeParse } from 'valibot';
import { inviteSchema, NO_INVITE, type InviteTexts } from './invite-schema';
import { RoleChoices } from './role-choices';

const parse = (texts: Partial<InviteTexts>) =>
  safeParse(inviteSchema, {
    ...NO_INVITE,
    firstName: ' Noelle ',
    lastName: 'Abara',
    email: 'n@x.example',
    ...texts,
  });

describe('an invitation', () => {
  it('takes the agency’s split when none is typed', () => {
    expect(parse({}).output).toEqual({
      firstName: 'Noelle',
      lastName: 'Abara',
      email: 'n@x.example',
      role: 'agent',
      commissionSplit: null,
    });
    expect(parse({ commissionSplit: '62.5%' }).output).toMatchObject({ commissionSplit: 62.5 });
  });

  it.each<[Partial<InviteTexts>, string]>([
    [{ firstName: ' ' }, 'Enter a first name.'],
    [{ lastName: '' }, 'Enter a last name.'],
    [{ email: '' }, 'Enter an email address.'],
    [{ email: 'noelle@' }, 'Enter a full email address, like name@agency.com.'],
    [{ commissionSplit: '101' }, 'Enter a percentage from 0 to 100.'],
  ])('is refused with %j', (texts, message) => expect(parse(texts).issues?.[0]?.message).toBe(message));

  it('never makes an owner', () => expect(parse({ role: 'owner' }).success).toBe(false));
});

describe('roles', () => {
  it('are chosen with what they mean', async () => {
    const choose = jest.fn();
    renderAt(<RoleChoices value="agent" onChoose={choose} adminRefusal={null} />);
    expect(screen.getByRole('radio', { name: /^Agent/ })).toBeChecked();
    await userEvent.click(screen.getByText(/Everything agents do/));
    expect(choose).toHaveBeenCalledWith('admin');
  });

  it('that may not be given say why', () => {
    renderAt(
      <RoleChoices value="agent" onChoose={jest.fn()} adminRefusal="Only an owner can invite an admin." />,
    );
    const admin = screen.getByRole('radio', { name: /Only an owner can invite an admin/ });
    expect(admin).toBeDisabled();
  });
});
