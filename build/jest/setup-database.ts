import { takeBreaches } from '../../supabase/tests/support/contract';

// These tests wait for a database on machines that do much else at the same time.
jest.setTimeout(60_000);

// Whatever a function answered to a test, it is what the apps are told that it answers.
afterEach(() => expect(takeBreaches()).toEqual([]));
