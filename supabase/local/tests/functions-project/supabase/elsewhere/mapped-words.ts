export const words = 'mapped';
