import type { AgentId } from '../../contract/api/model.ts'
import { fileCounts, type SharedFile } from '../../contract/edits/edits.ts'
import { editWords } from '../../contract/edits/edit-words.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { acceptFromJanus, inState } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { quotable } from '../words/prompts.ts'
import { filesOf, isStillShared, isUnheard, keepFiles, pathFrom } from './agent-files.ts'
import type { KnownShared } from './edit-commands.ts'

/** Marks notices about files, so that a newer one replaces an unread one. */
const mark = 'files'

const isNotice = ({ from, metadata }: Message): boolean =>
  from.kind === 'system' && metadata['about'] === mark

/**
 * Records a shared file and tells both agents once. Returns whether the editing agent learns of it `now` for
 * the first time.
 */
export function share(
  step: Step,
  id: AgentId,
  { path, with: other, why }: Pick<SharedFile, 'path' | 'with' | 'why'>,
  hears: 'now' | 'later',
): boolean {
  const { shared } = filesOf(step.get(id))
  const known = shared.find((one) => one.path === path && one.with === other)
  if (known) {
    // The notice is unread, so the call comes first.
    if (hears === 'later' || !isUnheard(step.get(id), known)) return false
    keepFiles(step, id, { shared: shared.map((one) => (one === known ? { ...one, notice: null } : one)) })
    notify(step, id, null)
    return true
  }
  for (const one of [id, other]) dropOldest(step, one)
  notify(step, other, { path, with: id, why, isSecond: false, notice: null })
  const mine: KnownShared = { path, with: other, why, isSecond: true, notice: null }
  if (hears === 'now') add(step, id, mine)
  else notify(step, id, mine)
  return hears === 'now'
}

export function endShared(step: Step, id: AgentId): void {
  for (const { with: other } of filesOf(step.get(id)).shared)
    unshare(step, id, other, (one) => !isStillShared(step, id, one))
}

/** Removes what two agents no longer share from both, also from unread notices. */
export function unshare(step: Step, id: AgentId, other: AgentId, isOver: (one: SharedFile) => boolean): void {
  const ofBoth = filesOf(step.get(id)).shared.filter((one) => one.with === other && isOver(one))
  const over = new Set(ofBoth.map(({ path }) => path))
  if (over.size > 0) changeBoth(step, id, other, (file) => (over.has(file.path) ? null : file))
}

/** An agent has changed files that it had claimed: the reason becomes `changed`. */
export function claimsChanged(step: Step, id: AgentId, paths: readonly string[]): void {
  for (const { path, with: other, why, isSecond } of filesOf(step.get(id)).shared)
    if (!isSecond && why === 'claimed' && paths.includes(path))
      changeBoth(step, id, other, (file) => (file.path === path ? { ...file, why: 'changed' } : file))
}

/** Changes what two agents share at both, also in unread notices; null removes a file. */
function changeBoth(
  step: Step,
  id: AgentId,
  other: AgentId,
  change: (file: KnownShared) => KnownShared | null,
): void {
  for (const [one, peer] of [
    [id, other],
    [other, id],
  ] as const) {
    const state = step.find(one)
    if (!state) continue
    const { shared } = filesOf(state)
    const changed = (file: KnownShared) => (file.with === peer ? change(file) : file)
    keepFiles(step, one, { shared: shared.flatMap((file) => changed(file) ?? []) })
    if (shared.some((file) => changed(file) !== file && isUnheard(state, file))) notify(step, one, null)
  }
}

function add(step: Step, id: AgentId, one: KnownShared): void {
  keepFiles(step, id, { shared: [...filesOf(step.get(id)).shared, one] })
}

function dropOldest(step: Step, id: AgentId): void {
  const { shared } = filesOf(step.get(id))
  const [oldest] = shared
  if (oldest && shared.length >= fileCounts.shared)
    unshare(step, id, oldest.with, ({ path }) => path === oldest.path)
}

/**
 * Tells an agent about its shared files in one notice, which starts no turn and replaces an unread one;
 * `fresh` is new in it.
 */
function notify(step: Step, id: AgentId, fresh: KnownShared | null): void {
  if (fresh) add(step, id, fresh)
  const { mailbox, agent } = step.get(id)
  const unread = mailbox.find((one) => one.state === 'queued' && isNotice(one))
  if (unread) step.message(inState(step, unread, 'dropped', { kind: 'superseded' }), false)
  const { shared } = filesOf({ agent })
  const isIn = (one: KnownShared): boolean =>
    one === fresh || (unread !== undefined && one.notice === unread.id)
  const lines = shared.filter(isIn).map((one) => `- ${noticeLine(step, agent.cwd, one)}`)
  if (lines.length === 0) return
  const body = [noticeHead, ...lines, noticeEnd].join('\n')
  const notice = acceptFromJanus(step, { to: id, body, priority: 'low', metadata: { about: mark } })
  keepFiles(step, id, { shared: shared.map((one) => (isIn(one) ? { ...one, notice: notice.id } : one)) })
}

const noticeHead = 'Files that you share with another agent:'
const noticeEnd =
  'Nothing to answer. Read such a file again before you edit it, and write to the other if your edits would meet.'

function noticeLine(step: Step, folder: string, { path, with: other, why, isSecond }: SharedFile): string {
  const name = `"${quotable(step.find(other)?.agent.name ?? 'An agent that is gone')}"`
  const file = quotable(pathFrom(folder, path))
  if (isSecond) return `${editWords(why, name, file)}; you have edited it.`
  return `${name} is editing ${file}, which you have ${why === 'changed' ? 'changed and not committed' : 'claimed'}.`
}
