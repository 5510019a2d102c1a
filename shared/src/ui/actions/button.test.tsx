import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './button';
import { buttonClass } from './button-class';
import { IconButton } from './icon-button';
import { Spinner } from '../feedback/spinner';

it('is a plain button unless told to submit', async () => {
  const onClick = jest.fn();
  render(<Button onClick={onClick}>Create sale</Button>);
  const button = screen.getByRole('button', { name: 'Create sale' });
  expect(button).toHaveAttribute('type', 'button');
  await userEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
});

it('keeps words and focus while loading, and sends its form only once', async () => {
  const onSubmit = jest.fn((event: React.FormEvent) => event.preventDefault());
  const onClick = jest.fn();
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" loading onClick={onClick}>
        Create sale
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Create sale' });
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(button).toBeEnabled();
  await userEvent.click(button);
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(onClick).not.toHaveBeenCalled();
});

it('lends its looks to links', () => {
  expect(buttonClass('outline', { size: 'sm', block: true })).toBe(
    'pp-btn pp-btn-outline pp-btn-sm pp-btn-block',
  );
  expect(buttonClass()).toBe('pp-btn pp-btn-primary');
});

it('names what shows only an icon or a circle', () => {
  render(
    <>
      <IconButton label="Close">x</IconButton>
      <Spinner size="xl" label="Loading sales" />
    </>,
  );
  expect(screen.getByRole('button', { name: 'Close' })).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Loading sales');
});
