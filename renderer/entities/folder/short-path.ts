/** A path with the home folder as `~`, where it looks like one. */
export const shortPath = (path: string): string =>
  path.replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/, '~')

/** A path as it stands in the folder `cwd`; outside of it, whole. */
export const pathIn = (cwd: string, path: string): string => {
  const base = cwd.replace(/[/\\]+$/, '')
  const isInside = base !== '' && path.startsWith(base) && /[/\\]/.test(path.charAt(base.length))
  return isInside ? path.slice(base.length + 1) : shortPath(path)
}

/** The last part of a path. */
export const folderName = (path: string): string =>
  path
    .replace(/[/\\]+$/, '')
    .split(/[/\\]/)
    .at(-1) || path

/** A path from its folder on; one that is elsewhere is named whole. */
export function pathWithin(path: string, folder: string): string {
  const rest = path.startsWith(folder) ? path.slice(folder.length) : null
  return rest !== null && /^[/\\]./.test(rest) ? rest.slice(1) : shortPath(path)
}

/**
 * The text by which the window tells folders apart. Main spells each folder of an agent in one way (`folder-identity`), so
 * only what the user types can differ here, by a slash at its end.
 */
export const folderKey = (folder: string): string => folder.trim().replace(/(?<=[^/\\])[/\\]+$/, '')
