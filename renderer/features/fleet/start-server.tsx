import { useEffect, useState } from 'react'
import type { RequestAnswers } from '../../../main/contract/api/answers.ts'
import { ask } from '../../state/connection.ts'
import { Next } from './outcome.tsx'

type Files = Pick<RequestAnswers['fleet.get'], 'from' | 'server'>

const nothing: Files = { from: null, server: null }

/** What lies in this house's folder about a fleet, when this is opened. */
export function useFleetFiles(): Files {
  const [files, setFiles] = useState(nothing)
  useEffect(() => {
    ask('fleet.get', {}).then(setFiles, () => undefined)
  }, [])
  return files
}

/** In the house that has founded the fleet: how its server is started. */
export function StartServer({ command }: { readonly command: string | null }) {
  if (command === null) return null
  return <Next of={{ file: '', next: ['The fleet’s server is started by', `  ${command}`] }} />
}
