import { onlyReadWords } from '../../contract/app/disk.ts'
import { requestRows } from '../../contract/api/answers.ts'
import type { Caller, RequestKind } from '../../contract/api/requests.ts'
import type { Store } from '../../ports/ports.ts'
import type { DiskWatch } from '../app/disk-watch.ts'
import { refused, authorOf } from '../api/request-context.ts'

/** Texts are stored several times: as a message, in the transcript, and in the search index. */
const copies = 4

/** Upper bound of the bytes on disk. */
export const sizeOfWords = (words: unknown): number => JSON.stringify(words).length * copies

/** Refuses new work when disk space is low, except repeated requests that were accepted before. */
export function mustHaveRoom(
  { disk, store }: { readonly disk: Pick<DiskWatch, 'refusal' | 'reading'>; readonly store: Store },
  caller: Caller,
  kind: RequestKind,
  input: object,
): void {
  const { does } = requestRows[kind]
  if (disk.reading !== null && does !== 'reads') throw refused('storage_full', onlyReadWords(disk.reading))
  if (does !== 'brings') return
  const words = disk.refusal(sizeOfWords(input), caller.kind === 'agent' ? 'peers' : 'user')
  if (words === null || wasTaken(store, caller, input)) return
  throw refused('storage_full', words)
}

function wasTaken(store: Store, caller: Caller, input: object): boolean {
  const key = 'idempotencyKey' in input ? input.idempotencyKey : undefined
  if (typeof key !== 'string') return false
  const by = authorOf(caller)
  return store.messageByKey(by, key) !== null || store.gatheringByKey(by, key) !== null
}
