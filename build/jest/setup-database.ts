// These tests wait for a database on machines that do much else at the same time.
jest.setTimeout(60_000);
