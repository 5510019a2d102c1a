import { api, store } from '@paperplane/shared/platform';
import { reportApi } from './reports/report-api';

const { dispatch, getState } = store;

// What is left in the cache has a timer.
afterAll(() => dispatch(api.util.resetApiState()));

it('saved reports are read again when one is saved or a person changes a name, not with every sale', async () => {
  await dispatch(reportApi.util.upsertQueryData('getSavedReports', undefined, []));
  const readAgain = (tag: Parameters<typeof reportApi.util.selectInvalidatedBy>[1]) =>
    reportApi.util.selectInvalidatedBy(getState(), tag).length;
  expect(readAgain(['SavedReport'])).toBe(1);
  expect(readAgain(['Team'])).toBe(1);
  expect(readAgain(['Sale', 'Commission', 'Dashboard'])).toBe(0);
});
