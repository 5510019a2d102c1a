import { fireEvent, render, screen } from '@testing-library/react';
import { useForm, useFormDraft } from '.';

interface Note {
  text: string;
  method: string;
}

const BLANK: Note = { text: '', method: 'check' };
const draft = { keep: jest.fn<void, [Note]>(), discard: jest.fn() };
beforeEach(() => jest.clearAllMocks());

function Form({ restored = null }: { restored?: Note | null }) {
  const form = useForm<Note>({ defaultValues: BLANK });
  useFormDraft(form, { blank: BLANK, restored, draft });
  return (
    <form>
      <input aria-label="Text" {...form.register('text')} />
      <input aria-label="Method" {...form.register('method')} />
      <output>{form.formState.isDirty ? 'typed' : 'blank'}</output>
    </form>
  );
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('keeps what differs from how the form opens, and nothing once it does not', () => {
  render(<Form />);
  expect(draft.keep).not.toHaveBeenCalled();
  type('Text', 'By wire');
  expect(draft.keep).toHaveBeenLastCalledWith({ text: 'By wire', method: 'check' });
  type('Text', '');
  expect(draft.discard).toHaveBeenCalledTimes(1);
  expect(draft.keep).toHaveBeenCalledTimes(1);
});

it('puts back what was typed, as typed: closing the form has something to ask about', () => {
  render(<Form restored={{ text: 'By wire', method: 'cash' }} />);
  expect(screen.getByLabelText('Text')).toHaveValue('By wire');
  expect(screen.getByLabelText('Method')).toHaveValue('cash');
  expect(screen.getByRole('status')).toHaveTextContent('typed');
  expect(draft.keep).not.toHaveBeenCalled();
  type('Text', '');
  expect(draft.keep).toHaveBeenLastCalledWith({ text: '', method: 'cash' });
  type('Method', 'check');
  expect(draft.discard).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status')).toHaveTextContent('blank');
});
