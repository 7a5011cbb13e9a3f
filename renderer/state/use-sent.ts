import { useCallback, useState } from 'react'

/** An answer being sent: it stays sent if it was accepted, and can be given again if it was not. */
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
