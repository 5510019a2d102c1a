import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSignedIn } from '@paperplane/shared/testing';
import { StepUpDialog } from './step-up-dialog';

const factor = {
  giveCode: jest.fn(),
  listAuthenticators: jest.fn(),
  lastCodeAt: jest.fn(),
};

// Auth's server is outside of the product, and what asks it is loaded by itself.
jest.mock('@paperplane/shared/platform', () => ({
  ...jest.requireActual<object>('@paperplane/shared/platform'),
  loadSecondFactor: () => Promise.resolve(factor),
}));

const PHONE = { id: 'f1', name: 'Phone', since: '2026-11-09T09:00:00Z', lastUsed: null };
const wrong = { success: false, error: { code: 'mfa_verification_failed', userMessage: 'no' } };
const onAnswer = jest.fn();
const code = () => screen.findByLabelText('Code of your authenticator');

beforeEach(() => {
  jest.clearAllMocks();
  factor.listAuthenticators.mockResolvedValue([PHONE]);
  factor.lastCodeAt.mockResolvedValue(Date.now() - 22 * 60_000);
  factor.giveCode.mockResolvedValue({ success: true });
});

const show = (role: 'owner' | 'admin' = 'owner') =>
  renderSignedIn(
    <StepUpDialog
      act={{ verb: 'pay $6,872.97', about: '10 agents, Feb 5', amount: '$6,872.97' }}
      onAnswer={onAnswer}
    />,
    role,
  );

// Holds tenancy-30
test('says what is confirmed and how old the last code is, and gives the code at six digits', async () => {
  show();
  await userEvent.type(await code(), '90251');
  expect(screen.getByRole('dialog', { name: 'Confirm it is you' })).toHaveTextContent(
    '10 agents, Feb 5$6,872.97',
  );
  expect(screen.getByText('Your last code is 22 minutes old.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Confirm and pay $6,872.97' })).toBeEnabled();
  expect(factor.giveCode).not.toHaveBeenCalled();
  await userEvent.type(await code(), '6');
  expect(factor.giveCode).toHaveBeenCalledWith('f1', '902516');
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith(true));
});

// Holds tenancy-31
test('takes a paste with spaces, marks a wrong code and keeps the place', async () => {
  factor.giveCode.mockResolvedValueOnce(wrong);
  show();
  fireEvent.change(await code(), { target: { value: ' 902 516 7' } });
  expect(await screen.findByText('This code does not fit, or was used already.')).toBeInTheDocument();
  expect(factor.giveCode).toHaveBeenCalledWith('f1', '902516');
  expect(await code()).toBeInvalid();
  expect(await code()).toHaveFocus();
  expect(onAnswer).not.toHaveBeenCalled();
  await userEvent.keyboard('111111');
  await waitFor(() => expect(factor.giveCode).toHaveBeenLastCalledWith('f1', '111111'));
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith(true));
});

// Holds tenancy-32
test('asks of which authenticator the code is where there are several', async () => {
  factor.listAuthenticators.mockResolvedValue([PHONE, { ...PHONE, id: 'f2', name: 'Tablet' }]);
  show();
  await userEvent.selectOptions(await screen.findByLabelText('Authenticator'), 'Tablet');
  await userEvent.type(await code(), '123456');
  expect(factor.giveCode).toHaveBeenCalledWith('f2', '123456');
});

test('cancelling answers no, and only owners have recovery codes', async () => {
  show('admin');
  await code();
  expect(screen.queryByRole('button', { name: 'Use a recovery code' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onAnswer).toHaveBeenCalledWith(false);
});
