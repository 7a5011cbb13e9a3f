import { RefusedError } from '../../../main/contract/api/errors.ts'
import { errorWords } from '../../state/act.ts'

/** `field` is the form field it concerns; null for none. */
export interface AgentRefusal {
  readonly field: 'name' | 'folder' | 'kind' | null
  readonly words: string
  /** The folder does not exist, but can be created. */
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

export function refusedBy(error: unknown): AgentRefusal {
  const field = error instanceof RefusedError ? (fields[error.refusal.code] ?? null) : null
  const isMissing = error instanceof RefusedError && error.refusal.code === 'no_folder'
  return { field, words: errorWords(error), ...(isMissing ? { isMissing } : {}) }
}

/** Returns the text for one field; null asks for the text without a field. */
export const wordsAt = (refused: AgentRefusal | null, field: AgentRefusal['field']): string =>
  refused?.field === field ? refused.words : ''
