import { harvestName, pathParts, notesHomeOf } from '../../../adapters/gatherings/harvest-path.ts'
import {
  withFinalNewline,
  hashOf,
  marked,
  markOf,
  withNote,
  withTodo,
  withTrail,
} from '../../../adapters/gatherings/harvest-words.ts'
import { RefusedError } from '../../../contract/api/errors.ts'
import type { HarvestCard } from '../../../contract/gatherings/harvests.ts'
import type { PlannedFileChange, HarvestFile, HarvestFiles } from '../../../ports/gatherings.ts'

type Card = Pick<HarvestCard, 'kind' | 'path' | 'text'>

/** Files of gatherings by path. */
export class MemoryHarvestFiles implements HarvestFiles {
  readonly files = new Map<string, string>()
  readonly #stateFolder: string
  readonly #memoryFiles: readonly string[]
  /** Why nothing can be written; null when it can. */
  trouble: string | null = null

  constructor(stateFolder = '/state', memoryFiles: readonly string[] = ['AGENTS.md']) {
    this.#stateFolder = stateFolder
    this.#memoryFiles = memoryFiles
  }

  keep(folder: string | null, { id, at, topic, markdown, trail }: HarvestFile): string {
    this.#refuseInTrouble()
    const root = `${folder ?? this.#stateFolder}/gatherings`
    for (let n = 1; ; n++) {
      const name = harvestName(at, topic, n)
      const there = this.files.get(`${root}/${name}`)
      const mark = there === undefined ? null : (markOf(there) ?? { id: '', asWritten: false })
      if (mark !== null && mark.id !== id) continue
      if (mark === null || mark.asWritten) this.files.set(`${root}/${name}`, marked(markdown, id))
      const before = this.files.get(`${root}/TRAIL.md`) ?? null
      this.files.set(`${root}/TRAIL.md`, withTrail(before, id, trail, name))
      return `${root}/${name}`
    }
  }

  look(folder: string | null, { kind, path, text }: Card): PlannedFileChange {
    const own = `${folder ?? this.#stateFolder}/gatherings`
    const isNote = kind === 'memory' || kind === 'idea'
    const names =
      kind === 'todo' ? ['TODO.md'] : isNote ? notesHomeOf(folder, path, this.#memoryFiles) : pathParts(path)
    if ('problem' in names) return { path, before: null, after: '', hash: '', problem: names.problem }
    const root = isNote ? (folder ?? this.#stateFolder) : kind === 'todo' || folder === null ? own : folder
    const at = [root, ...names].join('/')
    const before = this.files.get(at) ?? null
    const title = kind === 'memory' ? 'Memory' : 'Ideas'
    const listed = isNote ? withNote(before, title, text) : withFinalNewline(text)
    const after = kind === 'todo' ? withTodo(before, text) : listed
    return { path: at, before, after, hash: hashOf(at, before, after), problem: '' }
  }

  file(folder: string | null, card: Card, hash: string): string {
    const change = this.look(folder, card)
    const why =
      change.problem || (change.hash === hash ? '' : `${change.path} is not as it was shown any more.`)
    if (why !== '') throw new RefusedError({ code: 'wrong_state', message: why })
    this.#refuseInTrouble()
    this.files.set(change.path, change.after)
    return change.path
  }

  #refuseInTrouble(): void {
    if (this.trouble !== null) throw new RefusedError({ code: 'storage_full', message: this.trouble })
  }
}
