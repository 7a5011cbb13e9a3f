/** Writes the home folder as `~`. */
export const shortPath = (path: string): string =>
  path.replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/, '~')

/** Returns a path relative to `cwd`; outside of it, the whole path. */
export const pathIn = (cwd: string, path: string): string => {
  const base = cwd.replace(/[/\\]+$/, '')
  const isInside = base !== '' && path.startsWith(base) && /[/\\]/.test(path.charAt(base.length))
  return isInside ? path.slice(base.length + 1) : shortPath(path)
}

export const folderName = (path: string): string =>
  path
    .replace(/[/\\]+$/, '')
    .split(/[/\\]/)
    .at(-1) || path

/** Like `pathIn`, but `folder` must not end with a slash. */
export function pathWithin(path: string, folder: string): string {
  const rest = path.startsWith(folder) ? path.slice(folder.length) : null
  return rest !== null && /^[/\\]./.test(rest) ? rest.slice(1) : shortPath(path)
}

/**
 * Normalizes a folder for comparison. Main spells each folder in one way (`folder-identity`), so only
 * trailing slashes of typed ones differ.
 */
export const folderKey = (folder: string): string => folder.trim().replace(/(?<=[^/\\])[/\\]+$/, '')
