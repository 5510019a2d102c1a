import * as v from 'valibot';
import { optionalDate, requiredText } from '../domain';
import { valibotResolver } from '.';

const schema = v.pipe(
  v.object({ name: requiredText('Enter a name.', 3), from: optionalDate(), to: optionalDate() }),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => !from || !to || from <= to, 'Too early.'),
    ['to'],
  ),
);

const errorsOf = async (values: v.InferInput<typeof schema>) => {
  const { errors } = await valibotResolver(schema)(values, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
};

describe('valibotResolver', () => {
  it('compares two fields also while a third is wrong', async () => {
    expect(await errorsOf({ name: '', from: '2027-07-18', to: '2027-07-17' })).toEqual({
      name: 'Enter a name.',
      to: 'Too early.',
    });
  });

  it('says the first of several things that are wrong with a field', async () => {
    expect(await errorsOf({ name: 'Nora', from: '', to: '20270717' })).toEqual({
      name: 'Use at most 3 characters.',
      to: 'Enter a date like 11/19/2026.',
    });
  });

  it('hands on what the schema made of the input', async () => {
    const input = { name: ' Bo ', from: '', to: '2027-07-17' };
    const options = { fields: {}, shouldUseNativeValidation: false };
    expect(await valibotResolver(schema)(input, undefined, options)).toEqual({
      values: { name: 'Bo', from: null, to: '2027-07-17' },
      errors: {},
    });
  });
});
