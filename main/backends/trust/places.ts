import { basename, dirname, join, resolve } from 'node:path'
import { stat } from 'node:fs/promises'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import { isSameFolder } from '../../adapters/folder/folder-identity.ts'
import { readShortText } from '../../adapters/folder/foreign-file.ts'
import { localSettings, openedNames, lookedAtBy, type KindPlaces, type Names } from './kind-places.ts'

/** What a file is to an agent's program. */
export type TrustRole =
  /** Settings of the usual kind, whose every field is known. */
  | 'settings'
  /** Of another maker: JSON, with comments or without, or TOML. */
  | 'config'
  | 'servers'
  /** Variables that the program takes into its environment. */
  | 'environment'
  | 'instructions'
  /** Named by instructions, to be put with them. */
  | 'taken'
  | 'command'
  | 'agent'
  | 'skill'
  | 'style'
  | 'workflow'
  /** Run by the program itself, as soon as it starts. */
  | 'code'
  /** Named by a hook or a server, or lying where hooks usually lie. */
  | 'script'

/** A path where the program would find something; a folder with all that is in it. */
export interface TrustPlace {
  readonly path: string
  readonly role: TrustRole
  /** Of a script: a folder in which every file is one. */
  readonly whole?: true
}

/**
 * Where the programs of a kind look when they work in `folder`: there, and partly in the folders above it. The user's
 * own at home is theirs, not the folder's.
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

/** What counts of a folder below, once the agent has read a file of it. */
export function placesBelow(kind: AgentKind, folder: string): readonly TrustPlace[] {
  return lookedAtBy(kind).flatMap(({ below }) => at([folder], below))
}

/** What a folder below must hold to count at all, in small letters: some disks know no small and large ones. */
export function tellingNames(kind: AgentKind): ReadonlySet<string> {
  const first = ([name]: Names[number]): string => (name.split('/')[0] ?? name).toLowerCase()
  return new Set(lookedAtBy(kind).flatMap(({ below }: KindPlaces) => below.map(first)))
}

/** What counts of a folder that settings open to the agent. */
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

/** The git checkout that a folder lies in, and the main one where that is a linked worktree; null without. */
interface Checkout {
  readonly root: string | null
  readonly main: string | null
}

/** Finds it by files alone: no git is run, so nothing that the repository configures is either. Never rejects. */
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

/** The text of a small plain file; empty for anything else. */
const shortFile = (path: string): string => readShortText(path, { most: 8192, links: 'follow' })
