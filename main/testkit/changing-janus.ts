import * as fs from 'node:fs'
import { join } from 'node:path'
import { makeRepository } from '../adapters/git/testing/repository.ts'
import type { FilePatch, ProgramOffer } from '../contract/folders/changes.ts'
import type { AgentId } from '../contract/api/model.ts'
import type { FileDiff } from '../contract/agents/tool-calls.ts'
import { UnfitChangeError } from '../ports/changes.ts'
import type { FolderProcess } from '../ports/processes.ts'
import { ComposedJanus } from './factories/composed.ts'
import { structuredPatch } from 'diff'
import { openFileCopies } from '../adapters/changes/file-copies.ts'
import { openWorkingFiles } from '../adapters/changes/working-files.ts'
import { openGitPort } from '../adapters/git/git.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { CommandRunner } from '../adapters/worktrees/command-runner.ts'
import { openWorktreeTools } from '../adapters/worktrees/worktree-tools.ts'
import { processesIn } from '../adapters/processes/folder-processes.ts'
import type { Workspace } from '../server/folders/workspace.ts'
import { memoryWorkspace } from './memory/workspace.ts'

/** Real git and files, with Janus's own state in `home`; no editors, and no branch is watched. */
export function realWorkspace(home: string, environment: NodeJS.ProcessEnv, now: () => number): Workspace {
  const state = join(home, '.janus')
  fs.mkdirSync(state, { mode: 0o700 })
  const sweep = { command: process.execPath, args: ['-e', ''] }
  const runner = new CommandRunner({ clock: systemClock, environment, stateFolder: state, sweep })
  return {
    ...memoryWorkspace(),
    worktreeTools: openWorktreeTools(state, runner, () => undefined),
    git: openGitPort(environment),
    workingFiles: openWorkingFiles(state),
    fileCopies: openFileCopies(state, now),
    processesIn,
    worktrees: join(home, 'worktrees'),
  }
}

/** The domain on a real folder with real git; its agents change files as the test says. */
export class ChangingJanus {
  readonly repository
  readonly janus: ComposedJanus
  /** Commands of started editors and terminals; a terminal's with its folder. */
  readonly started: (readonly string[])[] = []
  terminals: readonly ProgramOffer[] = []
  /** Processes in any folder. */
  processes: readonly FolderProcess[] = []
  #edits: (() => void)[] = []
  #calls = 0

  /** `files`: of the first commit. */
  constructor(files: Readonly<Record<string, string>> | null) {
    this.repository = makeRepository(files)
    const { environment, home } = this.repository
    this.janus = new ComposedJanus(
      (_, prompt) => [
        ...(prompt.includes('At length') ? [{ do: 'hang' } as const] : []),
        { do: 'tool', call: () => this.#edits.splice(0).forEach((edit) => edit()) },
        { do: 'say', text: 'Done.' },
      ],
      undefined,
      {
        ...realWorkspace(home, environment, () => this.janus.clock.now()),
        processesIn: () => Promise.resolve(this.processes),
        terminals: {
          found: () => this.terminals,
          start: (words, folder, variables) => {
            const set = Object.entries(variables ?? {}).map((pair) => pair.join('='))
            this.started.push([...words, `in ${folder}`, ...set])
            return Promise.resolve()
          },
          run: (command, folder) => {
            if (this.terminals.length === 0) return Promise.reject(new UnfitChangeError('No terminal.'))
            this.started.push([...command, `in ${folder}`])
            return Promise.resolve()
          },
        },
        editors: {
          found: () => [],
          start: (words) => {
            this.started.push(words)
            return Promise.resolve()
          },
        },
      },
    )
  }

  async add(name: string, cwd = this.repository.folder): Promise<AgentId> {
    return (await this.janus.window('agents.create', { name, cwd })).id
  }

  /** A turn in which the agent writes files; null deletes one. `plain`: its program reports no patches. */
  async turn(
    id: AgentId,
    files: Readonly<Record<string, string>>,
    how: 'patched' | 'plain' = 'patched',
  ): Promise<void> {
    this.#edits = Object.entries(files).map(
      ([path, after]) =>
        () =>
          this.#edit(id, path, after, how),
    )
    await this.janus.window('messages.send', { agent: id, message: 'Change it' })
    this.janus.clock.advance(1000)
  }

  #edit(id: AgentId, path: string, after: string, how: 'patched' | 'plain'): void {
    const { engine } = this.janus
    const state = engine.state.agents.get(id)
    if (!state) throw new Error('no such agent')
    const whole = join(state.agent.cwd, path)
    const before = fs.existsSync(whole) ? fs.readFileSync(whole, 'utf8') : null
    fs.mkdirSync(join(whole, '..'), { recursive: true })
    fs.writeFileSync(whole, after)
    const of = { type: 'block.said', agent: id, run: state.run } as const
    const call = `call-${++this.#calls}`
    const diff: FileDiff = { path: whole, before, after }
    const tool = {
      name: 'Edit' as const,
      kind: 'edit' as const,
      title: path,
      isTitleAll: false,
      description: '' as const,
      diffs: [diff],
      own: null,
    }
    const hunks = structuredPatch('', '', before ?? '', after, '', '', { context: 3 }).hunks
    const patch: FilePatch = { path: whole, isNew: before === null, hunks: before === null ? [] : hunks }
    engine.fact({ ...of, block: { kind: 'tool', call, tool, input: '' } })
    const told = how === 'patched' ? { patches: [patch] } : {}
    engine.fact({ ...of, block: { kind: 'result', call, text: 'ok', end: 'done', ...told } })
  }

  close(): void {
    this.janus.engine.stop()
    this.repository.remove()
  }
}
