import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';

// jsdom lacks what every browser has; the router needs it.
Object.assign(globalThis, { TextDecoder, TextEncoder });
