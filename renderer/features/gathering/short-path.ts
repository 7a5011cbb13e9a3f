/** A file with its folder: `gatherings/2026-11-22-ship.md`. */
export const shortPath = (path: string): string => path.split(/[\\/]/).slice(-2).join('/')
