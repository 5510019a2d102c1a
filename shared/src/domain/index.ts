export * from './constraints';
export * from './errors';
export * from './roles';
