import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// What is to appear appears as soon as the machine has the time for it.
configure({ asyncUtilTimeout: 15_000 });
