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
