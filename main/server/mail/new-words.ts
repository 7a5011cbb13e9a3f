import { onlyReadWords } from '../../contract/app/disk.ts'
import type { Caller, RequestKind } from '../../contract/api/requests.ts'
import type { Store } from '../../ports/ports.ts'
import type { DiskWatch } from '../app/disk-watch.ts'
import { refused, authorOf } from '../api/request-context.ts'

/**
 * What begins something new. Without room it is refused, so that what there is can be saved: replies, answers to cards,
 * stops and drafts are taken in as long as the disk takes them.
 */
const bringWords: ReadonlySet<RequestKind> = new Set<RequestKind>([
  'messages.send',
  'messages.spread',
  'agents.create',
  'agents.duplicate',
  'tabs.propose',
  'notices.send',
  'gatherings.convene',
  'gatherings.fork',
  'gatherings.say',
  'gatherings.join',
  'links.open',
  'heartbeats.set',
])

/** What changes nothing that is kept: where only a copy is read, all else is refused. Drafts go with the copy. */
const onlyRead: ReadonlySet<RequestKind> = new Set<RequestKind>([
  'app.status',
  'app.look',
  'settings.get',
  'drafts.keep',
  'pages.open',
  'window.show',
  'agents.list',
  'transcript.look',
  'history.search',
  'log.page',
  'cards.look',
  'messages.get',
  'messages.written',
  'messages.chain',
  'threads.get',
  'tickets.list',
  'tickets.get',
  'replies.get',
  'links.list',
  'links.crossed',
  'heartbeats.list',
  'handlers.list',
  'groups.list',
  'gatherings.get',
  'gatherings.list',
  'gatherings.replay',
  'gatherings.export',
  'rhythms.list',
  'changes.list',
  'changes.look',
  'files.open',
  'editors.list',
  'terminals.open',
  'terminals.list',
  'worktrees.plan',
  'worktrees.look',
  'timeline.page',
  'timeline.export',
  'budget.get',
  'attempts.page',
  'processes.list',
  'backups.list',
  'fleet.get',
])

/** Words are kept more than once: as a message, in the conversation, to be searched. */
const copies = 4

/** How many bytes new words take on the disk, at most. */
export const sizeOfWords = (words: unknown): number => JSON.stringify(words).length * copies

/** Refuses what begins something new where there is no room for it; what was taken in already is none the less told. */
export function mustHaveRoom(
  { disk, store }: { readonly disk: Pick<DiskWatch, 'refusal' | 'reading'>; readonly store: Store },
  caller: Caller,
  kind: RequestKind,
  input: object,
): void {
  if (disk.reading !== null && !onlyRead.has(kind)) throw refused('storage_full', onlyReadWords(disk.reading))
  if (!bringWords.has(kind)) return
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
