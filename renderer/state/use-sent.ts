import { useCallback, useState } from 'react'

/** An answer of the user on its way: it stays sent where it was taken, and may be given again where it was not. */
export function useSent(onTaken?: () => void) {
  const [isSent, setSent] = useState(false)
  const send = useCallback(
    async (answer: Promise<boolean>) => {
      setSent(true)
      const isTaken = await answer
      setSent(isTaken)
      if (isTaken) onTaken?.()
      return isTaken
    },
    [onTaken],
  )
  return { isSent, send }
}
