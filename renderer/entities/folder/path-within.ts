import { shortPath } from './short-path.ts'

/** A path from its folder on; one that is elsewhere is named whole. */
export function pathWithin(path: string, folder: string): string {
  const rest = path.startsWith(folder) ? path.slice(folder.length) : null
  return rest !== null && /^[/\\]./.test(rest) ? rest.slice(1) : shortPath(path)
}
