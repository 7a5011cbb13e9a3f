import type { PlatformPath } from 'node:path'

/**
 * `PATH` without what npm and npx put in front of it. For a script npm adds `node_modules/.bin` of the package's folder
 * and of each folder above, up to the root of the disk, then `node-gyp-bin` of its own. A chain that ends at the root is
 * made by nothing else, so it is found wherever it stands: an npm that was started by another npm adds a second one.
 */
export function withoutChains(
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

/** How many folders from `start` on are a chain that ends at the root of a disk; 0 if there is none. */
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

/** The folder to which a `node_modules/.bin` belongs; null for any other folder. */
function holderOf(folder: string | undefined, path: PlatformPath): string | null {
  if (folder === undefined || !path.isAbsolute(folder) || path.basename(folder) !== '.bin') return null
  const modules = path.dirname(folder)
  return path.basename(modules) === 'node_modules' ? path.dirname(modules) : null
}

/** npx puts the folder of the program that it runs before the chain: in its cache, in the package, or a global one. */
function dropExecFolders(kept: string[], folders: readonly string[], from: number, path: PlatformPath): void {
  const [chainStart] = folders.slice(kept.length)
  const rest = folders.slice(from)
  const isOfExec = (folder: string): boolean =>
    folder === chainStart ||
    path.basename(path.dirname(holderOf(folder, path) ?? '')) === '_npx' ||
    rest.includes(folder)
  while (kept.length > 0 && isOfExec(kept.at(-1) ?? '')) kept.pop()
}
