import { useEffect, useState } from 'react'
import type { RequestAnswers } from '../../main/contract/api/answers.ts'
import type { RequestInput, RequestKind } from '../../main/contract/api/requests.ts'
import { errorWords } from './act.ts'
import { ask } from './connection.ts'

/** Sends a read-only request; again for another input or version. A null input sends nothing. */
export function useAnswer<K extends RequestKind>(
  kind: K,
  input: RequestInput<K> | null,
  version: number | string = 0,
) {
  const [got, setGot] = useState({ answer: null as RequestAnswers[K] | null, problem: '' })
  const asked = JSON.stringify(input)
  useEffect(() => {
    const wanted = JSON.parse(asked) as RequestInput<K> | null
    if (wanted === null) return
    let left = false
    ask(kind, wanted).then(
      (answer) => left || setGot({ answer, problem: '' }),
      (error: unknown) => left || setGot({ answer: null, problem: errorWords(error) }),
    )
    return () => void (left = true)
  }, [kind, asked, version])
  return got
}
