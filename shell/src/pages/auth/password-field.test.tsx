import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NewPassword } from './new-password';
import { PasswordField } from './password-field';
import { useFields } from './use-fields';

it('shows and hides what was typed as a password', async () => {
  render(<PasswordField label="Password" name="password" autoComplete="current-password" />);
  const field = screen.getByLabelText('Password');
  expect(field).toHaveAttribute('type', 'password');
  expect(field).toHaveAttribute('autocomplete', 'current-password');
  await userEvent.type(field, 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field).toHaveAttribute('type', 'text');
  expect(field).toHaveValue('secret');
  expect(screen.getByRole('button', { name: 'Hide password' })).toHaveAttribute('aria-controls', field.id);
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field).toHaveAttribute('type', 'password');
});

it('says while a new password is confirmed whether both match', async () => {
  function Form() {
    const form = useFields({ password: '', passwordConfirmation: '' }, () => ({}));
    return <NewPassword form={form} labels={['New', 'Again']} least={6} />;
  }
  render(<Form />);
  const again = screen.getByLabelText('Again');
  await userEvent.type(screen.getByLabelText('New'), 'seaglass');
  expect(screen.getByLabelText('New')).toHaveAccessibleDescription(
    'At least 6 characters, and none that is widely used.',
  );
  expect(again).toHaveAccessibleDescription('');
  await userEvent.type(again, 'sea');
  expect(again).toBeInvalid();
  expect(again).toHaveAccessibleDescription('Passwords do not match');
  await userEvent.type(again, 'glass');
  expect(again).toBeValid();
  expect(again).toHaveAccessibleDescription('Passwords match');
});
