import { recall, remember } from '../../state/local-storage.ts'

/** So long, in ms, another window of the same browser leaves what one has told. */
const lasting = 10_000

/** Takes it on to tell of something; false: another window of this browser just has. */
export function claim(key: string, now = Date.now()): boolean {
  const taken = recall<Readonly<Record<string, number>>>('told', {})
  const fresh = Object.entries(taken).filter(([, at]) => Math.abs(now - at) < lasting)
  if (fresh.some(([one]) => one === key)) return false
  remember('told', Object.fromEntries([...fresh, [key, now]]))
  return true
}
