/**
 * Loses the file handle of its log: `broken-handle.ts FOLDER`. Commits 1, closes SQLite's handle, commits 2
 * and 3, and prints what the store contains.
 */
import { closeSync, readdirSync, readlinkSync } from 'node:fs'
import { makeMessage, messageRow } from '../../../testkit/factories/factories.ts'
import { openStore } from '../store.ts'

const store = openStore(process.argv[2] ?? '')
store.commit([messageRow(makeMessage(1))])
closeSync(handleOf('janus.db-wal'))
store.commit([messageRow(makeMessage(2))])
store.commit([messageRow(makeMessage(3))])
console.log(JSON.stringify(store.load().messages.map((message) => message.seq)))
store.close()

function handleOf(name: string): number {
  for (const fd of readdirSync('/proc/self/fd')) {
    try {
      if (readlinkSync(`/proc/self/fd/${fd}`).endsWith(name)) return Number(fd)
    } catch {
      // The handle used for listing is closed by now.
    }
  }
  throw new Error(`no handle on ${name}`)
}
