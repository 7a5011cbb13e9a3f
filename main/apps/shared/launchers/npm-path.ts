import type { PlatformPath } from 'node:path'

/**
 * npm adds `node_modules/.bin` of the package's folder and each folder above up to the root, then
 * `node-gyp-bin`. Only npm makes a chain that ends at the root; nested npm adds several.
 */
export function removeNpmFolders(
  folders: readonly string[],
  environment: NodeJS.ProcessEnv,
  path: PlatformPath,
): readonly string[] {
  const kept: string[] = []
  let isFirst = true
  for (let at = 0; at < folders.length;) {
    const length = chainAt(folders, at, path)
    if (length === 0) kept.push(folders[at++] ?? '')
    else {
      if (isFirst && environment['npm_command'] === 'exec') dropExecFolders(kept, folders, at + length, path)
      isFirst = false
      at += length
      if (path.basename(folders[at] ?? '') === 'node-gyp-bin') at++
    }
  }
  return kept
}

/** Returns 0 if there is no chain. */
function chainAt(folders: readonly string[], start: number, path: PlatformPath): number {
  let holder = holderOf(folders[start], path)
  for (let at = start; holder !== null; at++) {
    const above = path.dirname(holder)
    if (above === holder) return at - start + 1
    const next = holderOf(folders[at + 1], path)
    holder = next === above ? next : null
  }
  return 0
}

/** Returns the parent of `node_modules/.bin`; null for other folders. */
function holderOf(folder: string | undefined, path: PlatformPath): string | null {
  if (folder === undefined || !path.isAbsolute(folder) || path.basename(folder) !== '.bin') return null
  const modules = path.dirname(folder)
  return path.basename(modules) === 'node_modules' ? path.dirname(modules) : null
}

/** npx adds the folder of its program before the chain: in its cache, in the package, or global. */
function dropExecFolders(kept: string[], folders: readonly string[], from: number, path: PlatformPath): void {
  const [chainStart] = folders.slice(kept.length)
  const rest = folders.slice(from)
  const isOfExec = (folder: string): boolean =>
    folder === chainStart ||
    path.basename(path.dirname(holderOf(folder, path) ?? '')) === '_npx' ||
    rest.includes(folder)
  while (kept.length > 0 && isOfExec(kept.at(-1) ?? '')) kept.pop()
}
