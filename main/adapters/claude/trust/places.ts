import { basename, dirname, join, resolve } from 'node:path'
import { readFile, stat } from 'node:fs/promises'

/** What a file is to the Claude CLI. */
export type Role =
  | 'settings'
  | 'servers'
  | 'instructions'
  /** Named by instructions, to be put with them. */
  | 'taken'
  | 'command'
  | 'agent'
  | 'skill'
  | 'style'
  | 'workflow'
  /** Named by a hook or a server, or lying where hooks usually lie. */
  | 'script'

/** A path where the CLI would find something; a folder with all that is in it. */
export interface Place {
  readonly path: string
  readonly role: Role
  /** Of a script: a folder in which every file is one. */
  readonly whole?: true
}

type Names = readonly (readonly [name: string, role: Role])[]

const servers: Names = [['.mcp.json', 'servers']]
const instructions: Names = [
  ['CLAUDE.md', 'instructions'],
  ['.claude/CLAUDE.md', 'instructions'],
  ['CLAUDE.local.md', 'instructions'],
  ['.claude/rules', 'instructions'],
]
const skills: Names = [['.claude/skills', 'skill']]
const abilities: Names = [
  ...skills,
  ['.claude/commands', 'command'],
  ['.claude/agents', 'agent'],
  ['.claude/output-styles', 'style'],
  ['.claude/workflows', 'workflow'],
]
const localSettings = '.claude/settings.local.json'
const settings: Names = [
  ['.claude/settings.json', 'settings'],
  [localSettings, 'settings'],
]

/**
 * Where the CLI looks when it works in `folder` (docs/claude-cli.md): there, and partly in the folders above it.
 * The person's own `.claude` at home is theirs, not the folder's.
 */
export function placesOf(folder: string, home: string, { root, main }: Checkout): readonly Place[] {
  const upwards = [folder, ...above(folder)]
  const inRepository = root === null ? upwards : upwards.slice(0, upwards.indexOf(root) + 1)
  return [
    ...at([folder], settings),
    ...at(
      [root, main].filter((place) => place !== null && place !== folder),
      [[localSettings, 'settings']],
    ),
    ...at(upwards, servers),
    ...at(upwards, instructions),
    ...at(inRepository, abilities),
  ].filter(({ path }) => !path.startsWith(join(home, '.claude/')))
}

/** What counts of a folder below, once the agent has read a file of it. */
export function placesBelow(folder: string): readonly Place[] {
  return at([folder], [...instructions, ...skills])
}

/** What counts of a folder that settings open to the agent. */
export function placesOpened(folder: string): readonly Place[] {
  return at([folder], abilities)
}

function at(folders: readonly (string | null)[], names: Names): readonly Place[] {
  return folders.flatMap((folder) =>
    folder === null ? [] : names.map(([name, role]) => ({ path: join(folder, name), role })),
  )
}

/** The folders above, from near to far. */
function above(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [] : [parent, ...above(parent)]
}

/** The git checkout that a folder lies in, and the main one where that is a linked worktree; null without. */
export interface Checkout {
  readonly root: string | null
  readonly main: string | null
}

/** Finds it by files alone: no git is run, so nothing that the repository configures is either. Never rejects. */
export async function checkoutOf(folder: string): Promise<Checkout> {
  for (let root = folder; ; root = dirname(root)) {
    const git = join(root, '.git')
    const what = await stat(git).catch(() => null)
    if (what?.isDirectory() === true) return { root, main: null }
    if (what?.isFile() === true) return { root, main: await mainOf(root, git) }
    if (dirname(root) === root) return { root: null, main: null }
  }
}

async function mainOf(root: string, git: string): Promise<string | null> {
  const [, pointer] = /^gitdir: (.+)/.exec(await shortFile(git)) ?? []
  if (pointer === undefined || pointer.includes('\0')) return null
  const folder = resolve(root, pointer.trim())
  const common = (await shortFile(join(folder, 'commondir'))).trim()
  const shared = common === '' || common.includes('\0') ? folder : resolve(folder, common)
  return basename(shared) === '.git' ? dirname(shared) : null
}

/** The text of a small plain file; empty for anything else. */
async function shortFile(path: string): Promise<string> {
  try {
    const what = await stat(path)
    return what.isFile() && what.size <= 8192 ? await readFile(path, 'utf8') : ''
  } catch {
    return ''
  }
}
