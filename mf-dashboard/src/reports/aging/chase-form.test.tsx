import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { contract } from '../contract';
import { ChaseForm } from './chase-form';

const LIMITS = {
  until: '2026-12-06T10:00:00+00:00',
  ...{ open_invitations: 1, most_open_invitations: 10, invitations: 2, most_invitations: 15 },
  ...{ requests: 3, most_requests: 5 },
};
const drafted = { to: 'agents@pennant.test', subject: 'Open commission', body: 'Hello' };

/** The form. @returns the functions that were asked */
function show(sends: boolean): string[] {
  const asked: string[] = [];
  pretendDatabase(contract, (name) => {
    if (name === 'get_new_agency_limits') return LIMITS;
    asked.push(name);
    return [];
  });
  renderSignedIn(
    <ChaseForm
      head={{ title: 'Ask Blue Pennant', subtitle: '' }}
      vendorId="v1"
      overdue={{ amount: '$1,230.00' }}
      anyway={false}
      sends={sends}
      drafted={drafted}
      onClose={jest.fn()}
    />,
  );
  return asked;
}

// Holds mail-29
it('where no mail is sent it is copied or opened, and says so', () => {
  show(false);
  expect(screen.getByText(/This installation sends no mail/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  expect(screen.queryByLabelText('Follow up until paid or stopped')).toBeNull();
  expect(screen.getByRole('link', { name: 'Open in mail' })).toBeInTheDocument();
});

it('says to a new agency how often and where it may ask', async () => {
  show(true);
  expect(
    await screen.findByText(/Until Dec 6, 2026 a new agency can ask vendors 5 times a day/),
  ).toHaveTextContent(
    'at an address that was imported or saved the day before. 3 sent in the last 24 hours.',
  );
});

// Holds mail-30
it.each(['2', '31', '4.5', ''])('asks for 3 to 30 days between follow-ups, not %j', async (days) => {
  const asked = show(true);
  await userEvent.click(screen.getByLabelText('Follow up until paid or stopped'));
  await userEvent.clear(screen.getByLabelText('Days between'));
  if (days) await userEvent.type(screen.getByLabelText('Days between'), days);
  await userEvent.click(
    screen.getByRole('button', { name: /^Send: \$1,230.00 to agents@pennant.test on \w+ \d+, \d{4}$/ }),
  );
  expect(screen.getByText('Follow up every 3 to 30 days.')).toBeInTheDocument();
  expect(asked).toEqual([]);
});
