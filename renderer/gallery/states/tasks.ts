import type { ToldTask } from '../../../main/contract/agents/background.ts'

/** What an agent's program runs beside its turns. */
export const tasks: readonly ToldTask[] = [
  { id: 'b1', kind: 'command', name: 'Dev server of the ferry desk', call: null, line: '' },
  {
    id: 'a1',
    kind: 'agent',
    name: 'Look through the provider’s change log',
    call: 'call-1',
    line: 'Running Find every breaking change since 4.2',
  },
]
