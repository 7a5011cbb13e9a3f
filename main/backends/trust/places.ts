import { basename, dirname, join, resolve } from 'node:path'
import { stat } from 'node:fs/promises'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import { isSameFolder } from '../../adapters/folder/folder-identity.ts'
import { readShortText } from '../../adapters/folder/foreign-file.ts'
import { localSettings, openedNames, lookedAtBy, type KindPlaces, type Names } from './kind-places.ts'

export type TrustRole =
  /** Settings of Claude, whose every field is known. */
  | 'settings'
  /** Settings of other makers: JSON with or without comments, or TOML. */
  | 'config'
  | 'servers'
  /** Variables that the program adds to its environment. */
  | 'environment'
  | 'instructions'
  | 'taken'
  | 'command'
  | 'agent'
  | 'skill'
  | 'style'
  | 'workflow'
  /** Run by the program when it starts. */
  | 'code'
  /** Named by a hook or a server, or in the usual folder for hooks. */
  | 'script'

/** A path where the program looks; a folder includes everything in it. */
export interface TrustPlace {
  readonly path: string
  readonly role: TrustRole
  /** For scripts: every file in this folder is a script. */
  readonly whole?: true
}

/**
 * Where programs of a kind look when they work in `folder`: there, and partly in its parents. The user's
 * own files at home are excluded.
 */
export function trustPlacesOf(
  kind: AgentKind,
  folder: string,
  home: string,
  { root, main }: Checkout,
): readonly TrustPlace[] {
  const upwards = [folder, ...above(folder)]
  const inRepository = root === null ? upwards : upwards.slice(0, upwards.indexOf(root) + 1)
  return lookedAtBy(kind).flatMap((places) =>
    [
      ...at([folder], places.here),
      ...(places.localSettings === true
        ? at(
            [root, main].filter((place) => place !== null && !isSameFolder(place, folder)),
            localSettings,
          )
        : []),
      ...at(upwards, places.above),
      ...at(inRepository, places.inCheckout),
    ].filter(({ path }) => !places.own.some((own) => path.startsWith(join(home, own, '/')))),
  )
}

/** What applies from a subfolder, once the agent has read a file of it. */
export function placesBelow(kind: AgentKind, folder: string): readonly TrustPlace[] {
  return lookedAtBy(kind).flatMap(({ below }) => at([folder], below))
}

/** Names that make a subfolder relevant, in lower case because some file systems ignore case. */
export function tellingNames(kind: AgentKind): ReadonlySet<string> {
  const first = ([name]: Names[number]): string => (name.split('/')[0] ?? name).toLowerCase()
  return new Set(lookedAtBy(kind).flatMap(({ below }: KindPlaces) => below.map(first)))
}

export function placesOpened(folder: string): readonly TrustPlace[] {
  return at([folder], openedNames)
}

function at(folders: readonly (string | null)[], names: Names): readonly TrustPlace[] {
  return folders.flatMap((folder) =>
    folder === null ? [] : names.map(([name, role]) => ({ path: join(folder, name), role })),
  )
}

function above(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...above(parent)]
}

/** The git checkout that contains a folder, and the main checkout if that is a linked worktree; else null. */
interface Checkout {
  readonly root: string | null
  readonly main: string | null
}

/** Reads files only: running git could run what the repository configures. Never rejects. */
export async function checkoutOf(folder: string): Promise<Checkout> {
  for (let root = folder; ; root = dirname(root)) {
    const git = join(root, '.git')
    const what = await stat(git).catch(() => null)
    if (what?.isDirectory() === true) return { root, main: null }
    if (what?.isFile() === true) return { root, main: mainOf(root, git) }
    if (dirname(root) === root) return { root: null, main: null }
  }
}

function mainOf(root: string, git: string): string | null {
  const [, pointer] = /^gitdir: (.+)/.exec(shortFile(git)) ?? []
  if (pointer === undefined || pointer.includes('\0')) return null
  const folder = resolve(root, pointer.trim())
  const common = shortFile(join(folder, 'commondir')).trim()
  const shared = common === '' || common.includes('\0') ? folder : resolve(folder, common)
  return basename(shared) === '.git' ? dirname(shared) : null
}

const shortFile = (path: string): string => readShortText(path, { most: 8192, links: 'follow' })
