import { createHash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { isInFolder, isSameFolder } from '../../../adapters/folder/folder-identity.ts'
import { pick } from '../../../contract/api/pick.ts'
import type { ChangeSpan, FilePatch, Reverted } from '../../../contract/folders/changes.ts'
import { UnfitChangeError, type FileCopy, type FileNow } from '../../../ports/changes.ts'
import { findAgent, refused, type RequestContext } from '../../api/request-context.ts'
import { revertHunk } from './hunk-revert.ts'
import { lookChange, type Looked, type Whose } from './look-changes.ts'

/** `hunk`: index of the only hunk to revert. */
interface Shown {
  readonly path: string
  readonly hash: string
  readonly hunk?: number | undefined
}

/** Reverts a file, or one hunk of it, to its state before a span; keeps a copy of the present state. */
export async function revertFile(
  parts: RequestContext,
  agent: Whose,
  span: ChangeSpan,
  { path, hash, hunk }: Shown,
): Promise<Reverted> {
  const { store, workspace } = parts
  const { git, workingFiles, fileCopies } = workspace
  const looked = await lookChange({ store, git, workingFiles }, agent, span, path)
  const { revert } = looked.change
  if (!revert.can) throw refused('wrong_state', revert.why)
  if (revert.hash !== hash)
    throw refused(
      'wrong_state',
      `${path} has changed since it was shown. Look at it again. Nothing was reverted.`,
    )
  const { restore, ...undone }: Undone = hunk === undefined ? looked : hunkOf(looked, agent.cwd, hunk)
  refuseAtWork(
    parts,
    agent.cwd,
    restore.map((one) => one.path),
  )
  // Checked again immediately before writing.
  for (const one of restore) mustBeSame(one.path, one.now, workingFiles.read(agent.cwd, one.path))
  const copy = fileCopies.keep(
    restore.map(({ path: at, bytes, now }): FileCopy => ({
      folder: agent.cwd,
      path: at,
      bytes: 'bytes' in now ? now.bytes : null,
      mode: 'mode' in now ? now.mode : null,
      left: bytes && digest(bytes),
    })),
  )
  plainly(() => {
    for (const { path: at, bytes, mode } of restore)
      if (bytes === null) workingFiles.remove(agent.cwd, at)
      else workingFiles.put(agent.cwd, at, bytes, mode)
  })
  const files = restore.map((one) => resolve(agent.cwd, one.path))
  await parts.engine.command({
    type: 'files.undone',
    agent: agent.id,
    files,
    ...pick(undone, ['since', 'patch']),
  })
  return { path, copy }
}

type Undone = Pick<Looked, 'restore' | 'since'> & { readonly patch?: FilePatch }

function hunkOf({ change, restore, since, isOneTurn }: Looked, cwd: string, at: number): Undone {
  const { path } = change
  const file = restore.find((one) => one.path === path)
  if (file?.now.kind !== 'text') throw refused('wrong_state', `${path} has no hunks. Revert the file.`)
  const back = revertHunk(change, restore, file.now.text, at)
  if (typeof back === 'string') throw refused('wrong_state', back)
  return {
    restore: [{ ...file, bytes: back.bytes, mode: null }],
    // Only a change made by a single turn counts as that turn's.
    since: isOneTurn ? since : undefined,
    patch: { path: resolve(cwd, path), isNew: false, hunks: [back.patch] },
  }
}

/** Restores reverted files, if they are unchanged since. */
export async function restoreFile(
  parts: RequestContext,
  ref: string,
  id: string,
): Promise<readonly string[]> {
  const { agent } = findAgent(parts, ref).state
  const { workingFiles, fileCopies } = parts.workspace
  const copies = fileCopies.take(id)
  if (copies === null) throw refused('not_found', 'That is not kept any more: the newest 200 are.')
  const isOf = ({ folder }: FileCopy) => isSameFolder(folder, agent.cwd)
  if (!copies.every(isOf))
    throw refused('wrong_state', `That was reverted in another folder than ${agent.name}’s.`)
  refuseAtWork(
    parts,
    agent.cwd,
    copies.map(({ path }) => path),
  )
  for (const { path, left } of copies) {
    const now = workingFiles.read(agent.cwd, path)
    const is = 'bytes' in now ? digest(now.bytes) : now.kind === 'missing' ? null : undefined
    if (is !== left)
      throw refused('wrong_state', `${path} was changed since it was reverted. Nothing was restored.`)
  }
  plainly(() => {
    for (const { path, bytes, mode } of copies)
      if (bytes === null) workingFiles.remove(agent.cwd, path)
      else workingFiles.put(agent.cwd, path, bytes, mode)
  })
  const files = copies.map(({ path }) => resolve(agent.cwd, path))
  await parts.engine.command({ type: 'files.putBack', agent: agent.id, files })
  return copies.map(({ path }) => path)
}

/** Refuses to change files in a folder where an agent is working. */
function refuseAtWork({ engine }: RequestContext, cwd: string, paths: readonly string[]): void {
  for (const { agent, turn } of engine.state.agents.values()) {
    const isBusy = turn !== null || agent.status === 'working'
    if (!isBusy || agent.closedAt !== null) continue
    if (paths.some((path) => isInFolder(agent.cwd, dirname(join(cwd, path)))))
      throw refused(
        'wrong_state',
        `${agent.name} is at work in this folder. Stop it, or wait until its turn has ended.`,
      )
  }
}

function mustBeSame(path: string, shown: FileNow, now: FileNow): void {
  const bytes = (one: FileNow) => ('bytes' in one ? digest(one.bytes) : one.kind)
  if (bytes(shown) !== bytes(now))
    throw refused('wrong_state', `${path} was changed just now. Look at it again. Nothing was changed.`)
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function plainly(run: () => void): void {
  try {
    run()
  } catch (error) {
    if (error instanceof UnfitChangeError) throw refused('unavailable', `It was not done: ${error.message}`)
    throw error
  }
}
