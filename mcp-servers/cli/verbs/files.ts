import type { FileUseView } from '../../../main/contract/edits/edits.ts'
import { list } from '../table.ts'
import { option, requestVerb, grouped } from '../verb.ts'

export const fileVerbs = grouped('Working together', [
  requestVerb({
    name: 'files',
    about: 'List files that agents have changed and not committed, or claimed',
    options: { agent: option('AGENT', 'Only those of this agent', { source: 'agent' }) },
    asks: 'edits.list',
    words: list<FileUseView>('No agent has changed files without committing them, or claimed any.', {
      AGENT: ({ agent }) => agent,
      STATE: ({ state }) => state,
      UNTIL: ({ until }) => until,
      'ALSO EDITED BY': ({ sharedWith }) => sharedWith.join(', '),
      FILE: ({ path }) => path,
    }),
  }),
])
