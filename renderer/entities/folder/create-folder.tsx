import { useState } from 'react'
import { Problem } from '../../components/problem.tsx'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'

interface CreateFolderProps {
  readonly folder: string
  readonly onMade?: (() => void) | undefined
}

/** Makes the folder that is not there yet. */
export function CreateFolder({ folder, onMade }: CreateFolderProps) {
  const [problem, setProblem] = useState('')
  const create = () =>
    ask('folders.make', { folder: folder.trim() }).then(
      () => onMade?.(),
      (error: unknown) => setProblem(wordsOf(error)),
    )
  return (
    <div>
      <button type="button" className="btn" onClick={() => void create()}>
        Create it
      </button>
      {problem !== '' && <Problem text={problem} />}
    </div>
  )
}
