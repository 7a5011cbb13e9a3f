import { Problem } from '../../components/problem.tsx'
import { KindField, type KindDraft } from '../kind/kind-choice.tsx'
import { FolderRow, TextField } from './fields.tsx'
import { wordsAt, type AgentRefusal } from './refusals.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { useAnswer } from '../../state/use-answer.ts'

export interface Who extends KindDraft {
  readonly name: string
  readonly cwd: string
}

interface WhoFieldsProps {
  readonly value: Who
  readonly onChange: (changed: Partial<Who>) => void
  readonly onKind: (next: KindDraft) => void
  readonly refused: AgentRefusal | null
  /** The missing folder was created. */
  readonly onFolderMade?: () => void
}

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

/** Checks a name while it is typed; empty if it is free, or unknown. `own` is the agent that has it now. */
export function useNameProblem(name: string, own?: AgentId): string {
  const { answer } = useAnswer('agents.checkName', { name, ...(own === undefined ? {} : { agent: own }) })
  // The previous answer stays until the next one is there.
  return name.trim() === '' ? '' : (answer?.problem ?? '')
}
