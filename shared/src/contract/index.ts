export * from './functions';
export * from './parts';
