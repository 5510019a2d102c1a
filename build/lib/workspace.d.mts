/** Folders of the remotes, for example `mf-sales`, in the order of the alphabet. */
export declare function remoteFolders(repository: string): string[];
/** Folders of all workspaces. */
export declare function workspaceFolders(repository: string): string[];
