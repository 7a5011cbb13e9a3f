import { useState } from 'react'
import { errorWords } from './act.ts'
import { ask } from './connection.ts'
import { toast } from './view-store.ts'

/** Opens or leaves the demo. If the app does not navigate itself, the page goes to its address. */
export function useRehearsal() {
  const [isOpening, setOpening] = useState(false)
  const begin = async () => {
    setOpening(true)
    try {
      const { address } = await ask('app.rehearse', {})
      if (address === null) setOpening(false)
      else location.assign(address)
    } catch (error) {
      setOpening(false)
      toast(errorWords(error), { isError: true })
    }
  }
  return { isOpening, open: () => void begin() }
}
