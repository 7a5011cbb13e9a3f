import { useEffect, useState } from 'react'
import { Problem } from '../../components/problem.tsx'
import { KindField, type KindDraft } from '../kind/kind-choice.tsx'
import { FolderRow, TextField } from './fields.tsx'
import { wordsAt, type AgentRefusal } from './refusals.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { ask } from '../../state/connection.ts'

/** Who an agent is to be, whose, and where it works. */
export interface Who extends KindDraft {
  readonly name: string
  readonly cwd: string
}

interface WhoFieldsProps {
  readonly value: Who
  readonly onChange: (changed: Partial<Who>) => void
  readonly onKind: (next: KindDraft) => void
  readonly refused: AgentRefusal | null
  /** The folder that was missing is there now. */
  readonly onFolderMade?: () => void
}

/** The name, the kind and the folder of an agent to be, and why it was refused. */
export function WhoFields({ value, onChange, onKind, refused, onFolderMade }: WhoFieldsProps) {
  const problem = useNameProblem(value.name)
  return (
    <>
      {wordsAt(refused, null) !== '' && <Problem text={wordsAt(refused, null)} />}
      <TextField
        label="Name"
        value={value.name}
        onChange={(name) => onChange({ name })}
        problem={wordsAt(refused, 'name') || problem}
        isFirst
      />
      <KindField value={value} onPick={onKind} problem={wordsAt(refused, 'kind')} />
      <FolderRow
        value={value.cwd}
        onChange={(cwd) => onChange({ cwd })}
        problem={wordsAt(refused, 'folder')}
        isMissing={refused?.isMissing}
        onMade={onFolderMade}
      />
    </>
  )
}

/** Why this name cannot be had, told as it is written; empty: it can, or nobody knows. `own`: whose it is so far. */
export function useNameProblem(name: string, own?: AgentId): string {
  const [told, setTold] = useState({ of: '', words: '' })
  useEffect(() => {
    let left = false
    ask('agents.checkName', { name, ...(own === undefined ? {} : { agent: own }) }).then(
      ({ problem }) => left || setTold({ of: name, words: problem ?? '' }),
      () => undefined,
    )
    return () => void (left = true)
  }, [name, own])
  // The words about what was written before stand until there are others.
  return name.trim() === '' ? '' : told.words
}
