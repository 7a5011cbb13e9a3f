import { sizeWords } from '../../main/contract/words/size-words.ts'
import type { AtRestAnswer } from '../../main/contract/app/backups.ts'
import { clean } from './clean.ts'
import { list } from './table.ts'
import { localTime } from './when.ts'

/** What came of a backup or a restore, in words. */
export function backupWords(answer: AtRestAnswer, columns: number): string {
  if ('error' in answer) return clean(answer.error)
  if ('made' in answer) return `Backed up to ${clean(answer.made)}`
  if ('restored' in answer) return restoredWords(answer)
  return list<(typeof answer.items)[number]>(
    `There is no backup in ${clean(answer.folder)}. Make one: janus backup`,
    {
      NAME: ({ name }) => name,
      'AS OF': ({ at }) => localTime(at),
      KIND: ({ kind }) => kind,
      SIZE: ({ size }) => sizeWords(size),
      '': ({ problem }) => problem,
    },
  )(answer.items, { columns })
}

function restoredWords({ restored, at, kept }: Extract<AtRestAnswer, { restored: string }>): string {
  const lies =
    kept.length === 0 ? '' : `\nThe database as it was before lies at ${kept.map(clean).join(', ')}`
  return (
    `Restored ${clean(restored)}, as of ${localTime(at)}.${lies}\n` +
    'What came after that is not in it; the agents may remember it. Settings, decisions about folders and harvests are as they were.\n' +
    'Start Janus: everything is stopped there until you let it go on.'
  )
}
