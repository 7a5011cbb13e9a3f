import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import {
  isDownloading,
  type DownloadState,
  type ProgramDownload,
} from '../../contract/agents/program-downloads.ts'
import type { ProgramDownloads } from '../../ports/ports.ts'
import { orNull } from '../folder/errors.ts'
import { makeOwnFolder } from '../folder/owner-only.ts'
import { nextDownload, looksDifferent, type DownloadEvent } from './download-state.ts'
import { downloadWords, WrongHashError } from './download-words.ts'
import { fetchFile } from './fetch-file.ts'
import { npmSettings } from './npm-settings.ts'
import { leavePart, removeParts, takePart } from './part-file.ts'
import { pinnedProgram, type PinnedProgram } from './pinned-programs.ts'
import { hasIntegrity, unpackPackage } from './unpack.ts'

/** Milliseconds without data after which the connection is closed. */
const usualPatience = 60_000

export interface DownloadsOptions {
  /** Contains `KIND/VERSION`; created with the first download. */
  readonly folder: string
  /** Source of the registry and proxy settings. */
  readonly environment: NodeJS.ProcessEnv
  /** Contains `.npmrc`. */
  readonly home: string
  readonly log: (line: string) => void
  readonly pinned?: (kind: AgentKind) => PinnedProgram | null
  readonly patience?: number
}

interface Entry {
  readonly pinned: PinnedProgram
  state: DownloadState
  running: { readonly ending: AbortController; readonly over: Promise<void> } | null
}

/** Downloads agents' programs from the npm registry into a folder of Janus; npm is not needed. */
export class NpmDownloads implements ProgramDownloads {
  readonly #options: DownloadsOptions
  readonly #entries = new Map<AgentKind, Entry | null>()
  #changed: (kind: AgentKind) => void = () => undefined

  constructor(options: DownloadsOptions) {
    this.#options = options
  }

  connect(changed: (kind: AgentKind) => void): void {
    this.#changed = changed
  }

  view(kind: AgentKind): ProgramDownload | null {
    const entry = this.#entry(kind)
    if (entry === null) return null
    const { pinned, state } = entry
    return { version: pinned.version, from: this.#source(pinned).host, state }
  }

  path(kind: AgentKind): string | null {
    const pinned = this.#entry(kind)?.pinned
    if (pinned === undefined) return null
    // Until the current version is downloaded, the newest older one is used.
    const paths = [pinned.version, ...this.#versions(kind).toReversed()].map((version) =>
      join(this.#options.folder, kind, version, pinned.program),
    )
    return paths.find((path) => existsSync(path)) ?? null
  }

  begin(kind: AgentKind): Promise<void> {
    const entry = this.#entry(kind)
    if (entry === null || entry.state.kind === 'installed') return Promise.resolve()
    if (entry.running !== null) return entry.running.over
    const ending = new AbortController()
    this.#happened(kind, entry, { kind: 'begun' })
    const over = this.#run(kind, entry, ending.signal).finally(() => (entry.running = null))
    entry.running = { ending, over }
    return over
  }

  cancel(kind: AgentKind): void {
    this.#entries.get(kind)?.running?.ending.abort()
  }

  remove(kind: AgentKind): string | null {
    const entry = this.#entry(kind)
    if (entry === null || isDownloading(entry.state)) return null
    const folder = join(this.#options.folder, kind)
    try {
      for (const version of this.#versions(kind))
        rmSync(join(folder, version), { recursive: true, force: true })
      if (existsSync(folder)) removeParts(folder)
    } catch (error) {
      return `It cannot be removed while agents run from it (${String(error)}). Close them and try again.`
    }
    this.#happened(kind, entry, { kind: 'removed' })
    return null
  }

  async close(): Promise<void> {
    const running = [...this.#entries.values()].flatMap((entry) => entry?.running ?? [])
    for (const { ending } of running) ending.abort()
    await Promise.all(running.map(({ over }) => over))
  }

  /** Never rejects: errors end up in the state. */
  async #run(kind: AgentKind, entry: Entry, signal: AbortSignal): Promise<void> {
    const { pinned } = entry
    const folder = join(this.#options.folder, kind)
    const { host } = this.#source(pinned)
    let kept = 0
    try {
      makeOwnFolder(this.#options.folder)
      makeOwnFolder(folder)
      const part = takePart(folder, pinned.version)
      try {
        await this.#fetch(kind, entry, part, signal)
      } finally {
        kept = orNull(() => statSync(part.path).size) ?? 0
        if (entry.state.kind !== 'unpacking') leavePart(folder, pinned.version, part.path)
      }
      await this.#install(folder, entry, part.path, signal)
      this.#tidy(kind, pinned)
      this.#happened(kind, entry, { kind: 'unpacked' })
    } catch (error) {
      if (signal.aborted) return this.#happened(kind, entry, { kind: 'cancelled' })
      const isComplete = entry.state.kind === 'unpacking'
      const words = downloadWords(error, { pinned, host, folder, kept, isComplete })
      this.#options.log(`download of ${pinned.package}: ${String(error)}`)
      this.#happened(kind, entry, { kind: 'failed', words })
    }
  }

  async #fetch(
    kind: AgentKind,
    entry: Entry,
    { path, have }: { readonly path: string; readonly have: number },
    signal: AbortSignal,
  ): Promise<void> {
    const { proxies, ca, url } = this.#source(entry.pinned)
    await fetchFile(url, {
      path,
      have,
      signal,
      proxies,
      ...(ca === undefined ? {} : { ca }),
      patience: this.#options.patience ?? usualPatience,
      progress: (received, total) => this.#happened(kind, entry, { kind: 'received', received, total }),
    })
    this.#happened(kind, entry, { kind: 'complete' })
  }

  /** Deletes the archive in any case, so after a failure the next attempt starts over. */
  async #install(folder: string, { pinned }: Entry, archive: string, signal: AbortSignal): Promise<void> {
    try {
      if (!(await hasIntegrity(archive, pinned.integrity, signal))) throw new WrongHashError()
      await unpackPackage(archive, join(folder, pinned.version), pinned.program)
    } finally {
      rmSync(archive, { force: true })
    }
  }

  /** Removes older versions and partial downloads. Windows does not delete programs that are running. */
  #tidy(kind: AgentKind, { version }: PinnedProgram): void {
    const folder = join(this.#options.folder, kind)
    removeParts(folder)
    for (const other of this.#versions(kind))
      if (other !== version) orNull(() => rmSync(join(folder, other), { recursive: true, force: true }))
  }

  #versions(kind: AgentKind): string[] {
    const names = orNull(() => readdirSync(join(this.#options.folder, kind))) ?? []
    return names
      .filter((name) => /^\d+(\.\d+)*(-[a-z\d-]+)?$/.test(name))
      .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  }

  #entry(kind: AgentKind): Entry | null {
    const known = this.#entries.get(kind)
    if (known !== undefined) {
      // Another Janus of the same user may have installed or removed it.
      if (known !== null && (known.state.kind === 'installed' || known.state.kind === 'absent'))
        known.state = this.#found(kind, known.pinned)
      return known
    }
    const pinned = (this.#options.pinned ?? pinnedProgram)(kind)
    const entry = pinned === null ? null : { pinned, state: this.#found(kind, pinned), running: null }
    this.#entries.set(kind, entry)
    return entry
  }

  #found(kind: AgentKind, { version, program }: PinnedProgram): DownloadState {
    const isThere = existsSync(join(this.#options.folder, kind, version, program))
    return { kind: isThere ? 'installed' : 'absent' }
  }

  #source({ package: name, version }: PinnedProgram) {
    const { environment, home } = this.#options
    const { registry, ...how } = npmSettings(environment, home, name)
    const bare = name.split('/').at(-1) ?? name
    return { ...how, host: new URL(registry).host, url: `${registry}/${name}/-/${bare}-${version}.tgz` }
  }

  #happened(kind: AgentKind, entry: Entry, event: DownloadEvent): void {
    const before = entry.state
    entry.state = nextDownload(before, event)
    if (looksDifferent(before, entry.state)) this.#changed(kind)
  }
}
