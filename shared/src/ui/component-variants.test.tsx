import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fs from 'node:fs';
import path from 'node:path';
import { Button } from './actions/button';
import type { ButtonVariant } from './actions/button-class';
import { Dialog } from './dialogs/dialog';
import { PaperplaneLogo } from './brand/paperplane-logo';
import { SelectField } from './fields/select-field';
import { Spinner } from './feedback/spinner';
import { TextField } from './fields/text-field';
import { Toast, type ToastTone } from './feedback/toast';

/** Each component of the kit in each of its variants: the class is set, and a rule of the kit styles it (docs/product/platform.md, Kit). */
const KIT = path.join(__dirname, 'kit');
const kit = fs
  .readdirSync(KIT)
  .map((name) => fs.readFileSync(path.join(KIT, name), 'utf8'))
  .join('\n');
const drawn = (name: string) => new RegExp(`\\.${name}(?![\\w-])[^{}]*\\{[^}]`).test(kit);

// Button variants
// Holds platform-191
it.each<ButtonVariant>(['primary', 'secondary', 'danger', 'success', 'warning', 'outline', 'link'])(
  'a button comes as %s',
  (variant) => {
    render(<Button variant={variant}>Save</Button>);
    expect(screen.getByRole('button', { name: 'Save' })).toHaveClass('pp-btn', `pp-btn-${variant}`);
    expect(drawn(`pp-btn-${variant}`)).toBe(true);
  },
);

// Loader sizes
// Holds platform-190
it.each(['sm', 'md', 'lg', 'xl'] as const)('a loader comes in size %s', (size) => {
  render(<Spinner size={size} label="Loading sales" />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading sales');
  expect(screen.getByRole('status').firstChild).toHaveClass('pp-spin', `pp-spin-${size}`);
  expect(drawn(`pp-spin-${size}`)).toBe(true);
});

// Logo themes and sizes
describe.each(['white', 'blue'] as const)('a %s logo', (theme) => {
  // Holds platform-189
  it.each(['md', 'default', 'lg', 'xl'] as const)('comes in size %s', (size) => {
    const { container } = render(<PaperplaneLogo theme={theme} size={size} />);
    const logo = container.firstElementChild;
    expect(logo).toHaveTextContent('Paperplane');
    expect(logo?.className.split(' ')).toEqual([
      'pp-logo',
      ...(theme === 'white' ? ['pp-logo-white'] : []),
      ...(size === 'default' ? [] : [`pp-logo-${size}`]),
    ]);
    for (const name of logo?.classList ?? []) expect(drawn(name)).toBe(true);
  });
});

// A single-select dropdown
// Holds platform-193
it('a select offers one of a few, with a first empty entry and entries that cannot be chosen', async () => {
  const onChange = jest.fn();
  const options = [
    { value: 'check', label: 'Check' },
    { value: 'cash', label: 'Cash', disabled: true },
    { value: 'card', label: 'Card' },
  ];
  render(<SelectField label="Method" placeholder="Choose a method" options={options} onChange={onChange} />);
  const select = screen.getByRole('combobox', { name: 'Method' });
  expect(select).toHaveDisplayValue('Choose a method');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Choose a method',
    'Check',
    'Cash',
    'Card',
  ]);
  expect(screen.getByRole('option', { name: 'Cash' })).toBeDisabled();
  await userEvent.selectOptions(select, 'Card');
  expect(select).toHaveValue('card');
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('a select that is wrong or closed says so', () => {
  const options = [{ value: 'usd', label: 'USD' }];
  render(
    <>
      <SelectField label="Currency" options={options} error="Choose a currency." />
      <SelectField label="Role" options={options} hint="Set by an admin." disabled optional />
    </>,
  );
  expect(screen.getByRole('combobox', { name: 'Currency' })).toBeInvalid();
  expect(screen.getByRole('combobox', { name: 'Currency' })).toHaveAccessibleDescription(
    'Choose a currency.',
  );
  expect(screen.getByRole('combobox', { name: /^Role/ })).toBeDisabled();
  expect(screen.getByRole('combobox', { name: /^Role/ })).toHaveAccessibleDescription('Set by an admin.');
});

// A text input
// Holds platform-194
it('a text input comes bare, framed, read-only, disabled, wrong and right', async () => {
  render(
    <>
      <TextField label="Name" hint="As printed." defaultValue="Ines" />
      <TextField label="Website" prefix={<i>https://</i>} suffix={<i>.com</i>} />
      <TextField label="Email" readOnly value="ines@albrecht.test" />
      <TextField label="Phone" disabled />
      <TextField label="Rate" error="Enter a percentage from 0 to 100." />
      <TextField label="Again" success="Passwords match" />
    </>,
  );
  const field = (name: string) => screen.getByRole('textbox', { name });
  await userEvent.type(field('Name'), ' A.');
  expect(field('Name')).toHaveValue('Ines A.');
  expect(field('Name')).toHaveAccessibleDescription('As printed.');
  expect(field('Website').parentElement).toHaveTextContent('https://.com');
  await userEvent.type(field('Email'), 'x');
  expect(field('Email')).toHaveValue('ines@albrecht.test');
  expect(field('Phone')).toBeDisabled();
  expect(field('Rate')).toBeInvalid();
  expect(field('Again')).toHaveAccessibleDescription('Passwords match');
  expect(field('Again')).toBeValid();
});

// Holds platform-199
it.each<[ToastTone, string]>([
  ['success', 'status'],
  ['info', 'status'],
  ['update', 'status'],
  ['danger', 'alert'],
])('a toast of tone %s is a %s', (tone, role) => {
  render(<Toast tone={tone} title="Sale created" onDismiss={() => undefined} />);
  expect(screen.getByRole(role)).toHaveClass('pp-toast', `pp-toast-${tone}`);
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeInTheDocument();
});

// Holds platform-198
it.each([
  ['md', undefined, 'dialog'],
  ['lg', undefined, 'dialog'],
  ['md', 'alertdialog', 'alertdialog'],
] as const)('a dialog of size %s with role %s is a %s', (size, given, role) => {
  render(
    <Dialog
      title="Edit"
      size={size}
      role={given}
      onCloseRequest={() => undefined}
      footer={<Button>OK</Button>}
    >
      text
    </Dialog>,
  );
  const dialog = screen.getByRole(role, { name: 'Edit' });
  expect(dialog).toHaveAttribute('open');
  expect(dialog.classList.contains('pp-dialog-lg')).toBe(size === 'lg');
  expect(dialog).toHaveTextContent('textOK');
  expect(drawn('pp-dialog-lg')).toBe(true);
});
