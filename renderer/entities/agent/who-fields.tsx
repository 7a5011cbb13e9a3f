import { Problem } from '../../components/problem.tsx'
import { KindField, type KindDraft } from '../kind/kind-choice.tsx'
import { useNameProblem } from './name-problem.ts'
import { FolderRow, TextField } from './fields.tsx'
import { wordsAt, type Refused } from './refusals.ts'

/** Who an agent is to be, whose, and where it works. */
export interface Who extends KindDraft {
  readonly name: string
  readonly cwd: string
  readonly role: string
}

interface WhoFieldsProps {
  readonly value: Who
  readonly onChange: (changed: Partial<Who>) => void
  readonly onKind: (next: KindDraft) => void
  readonly refused: Refused | null
  readonly roleHint?: string
  /** The folder that was missing is there now. */
  readonly onFolderMade?: () => void
}

/** The name, the kind, the folder and the role of an agent to be, and why it was refused. */
export function WhoFields({ value, onChange, onKind, refused, roleHint, onFolderMade }: WhoFieldsProps) {
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
      <TextField
        label="What it is for"
        value={value.role}
        onChange={(role) => onChange({ role })}
        {...(roleHint !== undefined && { hint: roleHint })}
      />
    </>
  )
}
