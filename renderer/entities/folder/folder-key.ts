/**
 * The text by which the window tells folders apart. Main spells each folder of an agent in one way (`folder-identity`), so
 * only what the user types can differ here, by a slash at its end.
 */
export const folderKey = (folder: string): string => folder.trim().replace(/(?<=[^/\\])[/\\]+$/, '')
