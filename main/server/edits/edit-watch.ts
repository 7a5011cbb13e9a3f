import type { AgentId, Entry } from '../../contract/api/model.ts'
import { usualKind } from '../../contract/agents/kinds.ts'
import { ownerOf } from '../../contract/agents/subagents.ts'
import { editWords } from '../../contract/edits/edit-words.ts'
import { concernedBy, filesOf, pathFrom } from '../../core/edits/agent-files.ts'
import type { Row } from '../../core/step/effects.ts'
import type { Fact } from '../../core/step/events.ts'
import type { State } from '../../core/step/state.ts'
import type { Engine } from '../../engine/engine.ts'
import type { BeforeEdit, EditAdvice } from '../../ports/edits.ts'
import { type Git, GitError } from '../../ports/git.ts'
import { realPath, slashed } from './real-paths.ts'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Worktree } from '../../contract/folders/changes.ts'

interface EditWatchParts {
  readonly engine: Engine
  readonly git: Pick<Git, 'repository' | 'changes' | 'foreign'>
  /** Whether the user wants to be asked before an edit that concerns another agent. */
  readonly asks: () => boolean
  readonly log: (line: string) => void
}

const nothing: EditAdvice = { words: '', ask: '' }
/** Calls awaiting their results; the oldest is dropped. */
const mostCalls = 500

/** Tracks which files agents are about to edit, have edited, and have committed. */
export class EditWatch {
  readonly #parts: EditWatchParts
  readonly #calls = new Map<string, readonly string[]>()
  readonly #settling = new Set<AgentId>()
  /** Reverted changes that the user may restore, by agent and path. */
  readonly #reverted = new Set<string>()

  constructor(parts: EditWatchParts) {
    this.#parts = parts
  }

  readonly before: BeforeEdit = async (id, named) => {
    const { engine, asks, log } = this.#parts
    const paths = this.#real(id, named)
    const others = this.#concerned(id, paths)
    if (others.length === 0) return nothing
    try {
      await Promise.all(others.map(({ other }) => settleFiles(this.#parts, other.agent.id)))
      const answer = await engine.command({ type: 'edit.begun', agent: id, paths })
      if (answer.kind !== 'edit') return nothing
      return { words: answer.words, ask: asks() ? answer.reason : '' }
    } catch (error) {
      log(`edit: ${String(error)}`)
      return nothing
    }
  }

  /** Gives a card for an edit that concerns other agents a reason, if it has none. */
  explain(fact: Fact): Fact {
    if (fact.type !== 'card.asked' || fact.reason !== '' || fact.tool.diffs.length === 0) return fact
    const folder = this.#parts.engine.state.agents.get(fact.agent)?.agent.cwd ?? ''
    const paths = this.#real(
      fact.agent,
      fact.tool.diffs.map(({ path }) => path),
    )
    const reasons = this.#concerned(fact.agent, paths).map(
      ({ other, path, why }) => `${editWords(why, other.agent.name, pathFrom(folder, path))}.`,
    )
    return { ...fact, reason: reasons.join(' ') }
  }

  /** Records the edits of calls, and checks before and after turns what is committed. */
  published(before: State, after: State, rows: readonly Row[]): void {
    for (const row of rows) if (row.table === 'entry') this.#see(row.row)
    if (before.agents === after.agents) return
    for (const [id, state] of after.agents) {
      const hadTurn = (before.agents.get(id)?.turn ?? null) !== null
      const hasTurn = state.turn !== null
      // Only the default kind asks before an edit; after an edit git cannot tell whose change it is.
      if (hasTurn && !hadTurn && state.agent.kind !== usualKind) this.#settleOthers(id)
      if (hasTurn || !hadTurn) continue
      const sharing = filesOf(state).shared.map(({ with: other }) => other)
      for (const one of new Set([id, ...sharing])) void settleFiles(this.#parts, one)
    }
  }

  /** Rows of imported conversations are in no turn, and are ignored. */
  #see({ agent, kind, call, end, tool, turn, note }: Entry): void {
    const id = ownerOf(agent)
    if (note?.kind === 'filesUndone') this.#undone(id, note.files)
    else if (note?.kind === 'filesPutBack') this.#putBack(id, note.files)
    if (call === null || turn === null) return
    const key = `${agent} ${call}`
    if (kind === 'tool' && tool && tool.diffs.length > 0) {
      const paths = this.#real(
        id,
        tool.diffs.map(({ path }) => path),
      )
      this.#calls.set(key, paths)
      for (const old of this.#calls.keys()) if (this.#calls.size > mostCalls) this.#calls.delete(old)
    } else if (kind === 'result') {
      const paths = this.#calls.get(key)
      this.#calls.delete(key)
      if (paths && end === 'done') this.#parts.engine.fact({ type: 'files.edited', agent: id, paths })
    }
  }

  /** Avoids checking an agent twice when several turns begin at once. */
  #settleOthers(id: AgentId): void {
    for (const other of this.#parts.engine.state.agents.keys()) {
      if (other === id || this.#settling.has(other)) continue
      this.#settling.add(other)
      void settleFiles(this.#parts, other).finally(() => this.#settling.delete(other))
    }
  }

  #undone(id: AgentId, files: readonly string[]): void {
    const state = this.#parts.engine.state.agents.get(id)
    const edited = state ? filesOf(state).edited : []
    for (const path of this.#real(id, files)) if (edited.includes(path)) this.#reverted.add(`${id} ${path}`)
    void settleFiles(this.#parts, id)
  }

  /** A restored change counts as the agent's again, if it did before. */
  #putBack(id: AgentId, files: readonly string[]): void {
    const paths = this.#real(id, files).filter((path) => this.#reverted.delete(`${id} ${path}`))
    if (paths.length > 0) this.#parts.engine.fact({ type: 'files.edited', agent: id, paths })
  }

  #real(id: AgentId, named: readonly string[]): readonly string[] {
    const folder = this.#parts.engine.state.agents.get(id)?.agent.cwd
    return folder === undefined ? [] : [...new Set(named.map((path) => realPath(folder, path)))]
  }

  #concerned(id: AgentId, paths: readonly string[]): ReturnType<typeof concernedBy> {
    const { agents, at } = this.#parts.engine.state
    return concernedBy(agents.values(), id, paths, at)
  }
}

/** Drops those of an agent's changes that were committed or reverted. Never rejects. */
export async function settleFiles(
  { engine, git, log }: Pick<EditWatchParts, 'engine' | 'git' | 'log'>,
  id: AgentId,
): Promise<void> {
  const state = engine.state.agents.get(id)
  const edited = state ? filesOf(state).edited : []
  if (!state || edited.length === 0) return
  try {
    const paths = await committedFiles(git, state.agent.worktree, edited)
    const now = engine.state.agents.get(id)
    // Edits made meanwhile are not in git's answer.
    if (paths.length > 0 && now && filesOf(now).edited === edited)
      engine.fact({ type: 'files.settled', agent: id, paths })
  } catch (error) {
    log(`edit: ${String(error)}`)
  }
}

type Asked = Pick<Git, 'repository' | 'changes' | 'foreign'>

/** Returns the files that are unchanged since the last commit; none for files in no repository. */
async function committedFiles(
  git: Asked,
  worktree: Worktree | null,
  paths: readonly string[],
): Promise<readonly string[]> {
  try {
    if (worktree !== null && (await git.foreign(worktree)) !== null) return []
    const tops = new Map<string, string | null>()
    const changed = new Map<string, ReadonlySet<string> | null>()
    const committed: string[] = []
    for (const path of paths) {
      const folder = folderOf(path)
      const known = tops.get(folder)
      const top = known === undefined ? ((await git.repository(folder))?.top ?? null) : known
      tops.set(folder, top)
      if (top === null) continue
      if (!changed.has(top)) changed.set(top, await changedIn(git, top))
      if (changed.get(top)?.has(keyOf(path)) === false) committed.push(path)
    }
    return committed
  } catch (error) {
    if (error instanceof GitError) return []
    throw error
  }
}

/** Null: too many changes for git to list. */
async function changedIn(git: Asked, top: string): Promise<ReadonlySet<string> | null> {
  const { changes, isPart } = await git.changes(top)
  return isPart ? null : new Set(changes.map(({ path }) => keyOf(join(top, path))))
}

/** The folder of a file, or its nearest existing parent. */
function folderOf(path: string): string {
  const folder = dirname(path)
  return existsSync(folder) ? folder : folderOf(folder)
}

/** Git may report another case on a case-insensitive disk. */
const keyOf = (path: string): string => slashed(path).toLowerCase()
