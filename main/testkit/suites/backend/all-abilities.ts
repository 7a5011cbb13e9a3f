import type { Abilities } from '../../../contract/agents/abilities.ts'

export const allAbilities: Abilities = {
  notes: true,
  steers: true,
  keepsStopped: true,
  resumes: true,
  copies: true,
  forks: true,
  resumesHistory: 'copy',
  undoes: true,
  stopsTasks: true,
  receipts: 'id',
  compacts: true,
  images: true,
  countsAll: true,
  tellsContext: true,
  cost: 'usd',
  denial: 'words',
  permissions: true,
  addsFolders: true,
  efforts: ['low', 'high'],
  switchesTo: ['plan', 'default', 'acceptEdits'],
}
