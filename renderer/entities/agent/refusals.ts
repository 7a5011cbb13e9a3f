import { RefusedError } from '../../../main/contract/api/errors.ts'
import { errorWords } from '../../state/act.ts'

/** Why an agent could not be made or changed, and at which field that stands; null is none of them. */
export interface AgentRefusal {
  readonly field: 'name' | 'folder' | 'kind' | null
  readonly words: string
  /** The folder is not there, and can be made. */
  readonly isMissing?: true
}

const fields: Readonly<Record<string, AgentRefusal['field']>> = {
  bad_folder: 'folder',
  no_folder: 'folder',
  bad_kind: 'kind',
  bad_program: 'kind',
  bad_name: 'name',
  name_taken: 'name',
  name_reserved: 'name',
}

/** What went wrong, by the field that it concerns. */
export function refusedBy(error: unknown): AgentRefusal {
  const field = error instanceof RefusedError ? (fields[error.refusal.code] ?? null) : null
  const isMissing = error instanceof RefusedError && error.refusal.code === 'no_folder'
  return { field, words: errorWords(error), ...(isMissing ? { isMissing } : {}) }
}

/** The words that stand at one field; `field` null asks for those that stand at none. */
export const wordsAt = (refused: AgentRefusal | null, field: AgentRefusal['field']): string =>
  refused?.field === field ? refused.words : ''
