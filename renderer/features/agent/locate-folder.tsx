import { useId, useState, type FormEvent } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { wordsOf } from '../../state/act.ts'
import { Problem } from '../../components/problem.tsx'
import { ask } from '../../state/connection.ts'
import { FolderField } from '../../entities/folder/folder-field.tsx'

interface LocateFolderProps {
  readonly agent: AgentView
  readonly onBack: () => void
}

/** Where the folder of an agent has gone: it works on there. */
export function LocateFolder({ agent, onBack }: LocateFolderProps) {
  const id = useId()
  const [folder, setFolder] = useState(agent.cwd)
  const [problem, setProblem] = useState('')
  const go = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await ask('agents.change', { agent: agent.id, cwd: folder.trim() })
      await ask('agents.restart', { agent: agent.id })
    } catch (error) {
      setProblem(wordsOf(error))
    }
  }
  return (
    <form className="stack" onSubmit={(event) => void go(event)}>
      <div className="field">
        <label htmlFor={id}>Where it is now</label>
        <div className="folder-row">
          <FolderField
            id={id}
            className="input"
            value={folder}
            onChange={setFolder}
            problem={problem === '' ? undefined : `${id}-problem`}
          />
        </div>
        {problem !== '' && <Problem text={problem} id={`${id}-problem`} />}
      </div>
      <div className="acts">
        <button type="submit" className="btn primary">
          Go on there
        </button>
        <button type="button" className="btn ghost" onClick={onBack}>
          Back
        </button>
      </div>
    </form>
  )
}
