import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

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
