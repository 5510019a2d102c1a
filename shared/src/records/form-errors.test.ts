import { formErrors } from './form-errors';

it('lists errors by the names of their inputs, in the order of the form', () => {
  const message = (text: string) => ({ type: 'x', message: text });
  expect(
    formErrors(['firstName', 'morePhones', 'notes'], {
      notes: message('Too long'),
      morePhones: [undefined, { value: message('No number') }] as never,
      firstName: message('Enter it'),
    }),
  ).toEqual([
    { name: 'firstName', message: 'Enter it' },
    { name: 'morePhones.1.value', message: 'No number' },
    { name: 'notes', message: 'Too long' },
  ]);
});
