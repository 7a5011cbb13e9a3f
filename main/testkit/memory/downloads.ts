import type { AgentKind } from '../../contract/agents/kinds.ts'
import type { DownloadState, ProgramDownload } from '../../contract/agents/program-downloads.ts'
import type { ProgramDownloads } from '../../ports/ports.ts'

/** A download of the Claude CLI that a test controls. */
export class MemoryDownloads implements ProgramDownloads {
  #state: DownloadState
  #ended = Promise.withResolvers<void>()
  #changed: (kind: AgentKind) => void = () => undefined

  constructor(state: DownloadState = { kind: 'absent' }) {
    this.#state = state
  }

  /** Sets its state; all states but downloading and unpacking end it. */
  become(state: DownloadState): void {
    this.#state = state
    this.#changed('claude')
    if (state.kind !== 'downloading' && state.kind !== 'unpacking') this.#ended.resolve()
  }

  view(kind: AgentKind): ProgramDownload | null {
    return kind === 'claude' ? { version: '0.3.330', from: 'registry.npmjs.org', state: this.#state } : null
  }

  path(kind: AgentKind): string | null {
    return kind === 'claude' && this.#state.kind === 'installed' ? '/programs/claude' : null
  }

  begin(): Promise<void> {
    if (this.#state.kind === 'installed') return Promise.resolve()
    this.#ended = Promise.withResolvers()
    this.become({ kind: 'downloading', received: 0, total: null })
    return this.#ended.promise
  }

  cancel(): void {
    this.become({ kind: 'absent' })
  }

  remove(): string | null {
    this.become({ kind: 'absent' })
    return null
  }

  connect(changed: (kind: AgentKind) => void): void {
    this.#changed = changed
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}
