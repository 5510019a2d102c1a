/**
 * The number of what the database answers deployed apps. Major rises when a change can break one of them; what is added raises nothing, as
 * migrations come before the apps that need them.
 */
export const DATABASE_CONTRACT = { major: 1, minor: 0 } as const;
