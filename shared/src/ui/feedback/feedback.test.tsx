import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Badge } from '../status/badge';
import { EmptyState } from './empty-state';
import { ErrorState, InlineError } from './error-state';
import { ErrorSummary } from '../fields/error-summary';
import { FormActions, FormLayout, FormSection } from '../fields/form-section';
import { FullMessage } from './full-message';
import { InlineBanner } from './inline-banner';
import { Notice } from './notice';
import { SkeletonDetail, SkeletonRows } from './skeleton';
import { TextField } from '../fields/text-field';
import { Toast, ToastStack } from './toast';

describe('ErrorSummary', () => {
  const errors = [
    { name: 'vendorId', message: 'Choose the vendor for this booking.' },
    { name: 'returnDate', message: 'Return must be on or after Jul 18, 2027.' },
  ];

  it('counts the fields, takes the focus after a submit and leads to each field', async () => {
    render(
      <>
        <ErrorSummary errors={errors} purpose="create this sale" submitCount={1} />
        <TextField label="Return date" name="returnDate" />
      </>,
    );
    expect(screen.getByText('Fix 2 fields to create this sale')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveFocus();
    await userEvent.click(screen.getByRole('link', { name: 'Return must be on or after Jul 18, 2027.' }));
    expect(screen.getByLabelText('Return date')).toHaveFocus();
    expect(window.location.hash).toBe('');
  });

  it('does not pull the focus while somebody is typing', () => {
    const { rerender } = render(
      <>
        <ErrorSummary errors={errors} purpose="save" submitCount={1} />
        <input aria-label="typing" />
      </>,
    );
    screen.getByLabelText('typing').focus();
    rerender(
      <>
        <ErrorSummary errors={errors.slice(1)} purpose="save" submitCount={1} />
        <input aria-label="typing" />
      </>,
    );
    expect(screen.getByLabelText('typing')).toHaveFocus();
    expect(screen.getByText('Fix 1 field to save')).toBeInTheDocument();
  });

  it('shows a failure that belongs to no field, and nothing when there is none', () => {
    const { rerender, container } = render(
      <ErrorSummary
        errors={[]}
        purpose="save"
        title="Sale not saved"
        message="Server error."
        submitCount={1}
      />,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Sale not savedServer error.');
    rerender(<ErrorSummary errors={[]} purpose="save" />);
    expect(container).toBeEmptyDOMElement();
  });
});

it('says what did not happen and tries again', async () => {
  const onRetry = jest.fn();
  render(
    <>
      <ErrorState title="Customers did not load" message="Server error." onRetry={onRetry} />
      <InlineError message="Figures did not load." note="The rest is fine." onRetry={onRetry} />
    </>,
  );
  expect(screen.getByRole('heading', { name: 'Customers did not load' })).toBeInTheDocument();
  const retries = screen.getAllByRole('button', { name: 'Try again' });
  for (const button of retries) await userEvent.click(button);
  expect(onRetry).toHaveBeenCalledTimes(2);
});

it('fills the page area when a remote is unavailable', () => {
  render(<ErrorState large title="Sales could not be loaded" message="x" reference="Reference PP-1" />);
  expect(screen.getByText('Reference PP-1')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it.each(['first-run', 'no-results', 'small'] as const)('tells how to start when empty: %s', (kind) => {
  render(
    <EmptyState kind={kind} title="Record your first sale" actions={<button>Create sale</button>}>
      One sentence.
    </EmptyState>,
  );
  expect(screen.getByRole('heading', { name: 'Record your first sale' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Create sale' })).toBeInTheDocument();
});

it('interrupts for failures and waits with the rest', () => {
  render(
    <>
      <InlineBanner tone="danger" title="Payment not recorded" />
      <InlineBanner tone="success">Confirmation email has been resent.</InlineBanner>
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Payment not recorded');
  expect(screen.getByRole('status')).toHaveTextContent('Confirmation email has been resent.');
});

it('dismisses a toast', async () => {
  const onDismiss = jest.fn();
  render(
    <ToastStack>
      <Toast title="Sale marked as paid" onDismiss={onDismiss} action={<button>Undo</button>}>
        Commission moved.
      </Toast>
      <Toast tone="danger" title="Not sent" onDismiss={onDismiss} dismissLabel="Close" />
    </ToastStack>,
  );
  expect(screen.getByRole('status')).toHaveTextContent('Sale marked as paid');
  expect(screen.getByRole('alert')).toHaveTextContent('Not sent');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onDismiss).toHaveBeenCalledTimes(2);
});

it('announces loading once and hides the bars', () => {
  render(
    <>
      <SkeletonRows rows={3} label="Loading sales" />
      <SkeletonDetail label="Loading sale" />
    </>,
  );
  expect(screen.getAllByRole('status').map((node) => node.textContent)).toEqual([
    'Loading sales',
    'Loading sale',
  ]);
});

it('lays out forms, notes and whole pages', () => {
  render(
    <FullMessage title="Account Inactive" footer="Signed in as x" actions={<button>Sign Out</button>}>
      Access Restricted.
    </FullMessage>,
  );
  render(
    <FormLayout aside="summary">
      <FormSection title="Booking" hint="Who is traveling.">
        <Notice>Financial details are locked.</Notice>
        <Badge color="blue">Admin</Badge>
      </FormSection>
      <FormActions>
        <button>Create sale</button>
      </FormActions>
    </FormLayout>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Account Inactive' })).toBeInTheDocument();
  expect(screen.getByText('Access Restricted.').tagName).toBe('P');
  expect(screen.getByRole('complementary')).toHaveTextContent('summary');
  expect(screen.getByText('Financial details are locked.')).toBeInTheDocument();
});
