export * from './functions';
export * from './inputs';
export * from './parts';
