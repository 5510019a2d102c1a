import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { RepeatableRows } from './repeatable-rows';
import { TagInput } from './tag-input';
import { TextField } from './text-field';

function Tags({ start = [] as string[], max = 3 }) {
  const [tags, setTags] = useState(start);
  return (
    <TagInput
      label="Tags"
      name="tags"
      value={tags}
      onChange={setTags}
      max={max}
      maxLength={10}
      suggestions={['VIP']}
    />
  );
}
let held: string[] = [];
const Held = () => (
  <TagInput label="Tags" name="tags" value={[]} onChange={(tags) => (held = tags)} max={3} maxLength={10} />
);
const input = () => screen.getByLabelText('Tags', { selector: 'input' });
const tags = () =>
  screen.queryByRole('list')
    ? within(screen.getByRole('list'))
        .getAllByRole('listitem')
        .map((tag) => tag.textContent)
    : [];

describe('TagInput', () => {
  it('takes words by Enter, comma and leaving the field', async () => {
    const user = userEvent.setup();
    render(<Tags />);
    await user.type(input(), 'VIP{Enter}Family,Golf');
    expect(tags()).toEqual(['VIP', 'Family']);
    await user.tab();
    expect(tags()).toEqual(['VIP', 'Family', 'Golf']);
    expect(input()).toHaveAttribute('readonly');
  });

  it('takes the word that stands there before Ctrl+Enter sends the form', async () => {
    const user = userEvent.setup();
    const sent: string[][] = [];
    render(
      // The form sends what it has when the key reaches it.
      <div
        role="presentation"
        onKeyDown={(event) => void (event.ctrlKey && event.key === 'Enter' && sent.push(held))}
      >
        <Held />
      </div>,
    );
    await user.type(input(), 'VIP{Control>}{Enter}{/Control}');
    expect(sent).toEqual([['VIP']]);
  });

  it('takes one off by its button or by Backspace, and says so', async () => {
    const user = userEvent.setup();
    render(<Tags start={['VIP', 'Family', 'Golf']} />);
    await user.click(screen.getByRole('button', { name: 'Remove Family' }));
    expect(tags()).toEqual(['VIP', 'Golf']);
    expect(input()).toHaveFocus();
    expect(screen.getByRole('status')).toHaveTextContent('Family removed');
    await user.keyboard('{Backspace}');
    expect(tags()).toEqual(['VIP']);
  });

  it('takes a pasted list, each once', async () => {
    const user = userEvent.setup();
    render(<Tags />);
    await user.click(input());
    await user.paste('vip, Family, VIP');
    expect(tags()).toEqual(['vip', 'Family']);
  });
});

function Rows({ max = 2 }) {
  const [rows, setRows] = useState<{ id: string }[]>([]);
  return (
    <RepeatableRows
      label="More phones"
      noun="phone"
      rows={rows}
      max={max}
      onAdd={() => setRows([...rows, { id: String(rows.length) }])}
      onRemove={(at) => setRows(rows.filter((_, index) => index !== at))}
    >
      {(row) => <TextField label="Phone" name={`phone.${row.id}`} />}
    </RepeatableRows>
  );
}

describe('RepeatableRows', () => {
  it('gives a new row the focus, and the button that adds after a removal', async () => {
    const user = userEvent.setup();
    render(<Rows />);
    const add = screen.getByRole('button', { name: 'Add phone' });
    await user.click(add);
    expect(screen.getByLabelText('Phone')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Remove phone 1' }));
    expect(screen.queryByLabelText('Phone')).not.toBeInTheDocument();
    expect(add).toHaveFocus();
  });

  it('stops at as many as there may be', async () => {
    const user = userEvent.setup();
    render(<Rows max={1} />);
    await user.click(screen.getByRole('button', { name: 'Add phone' }));
    expect(screen.queryByRole('button', { name: 'Add phone' })).not.toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'More phones 1' })).toBeInTheDocument();
  });
});
