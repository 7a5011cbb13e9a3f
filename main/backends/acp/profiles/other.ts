import type { Profile } from '../profile.ts'

/** Any agent that speaks the protocol, by its command line: the poorest abilities, until its process tells more. */
export const other: Profile = {
  kind: 'other',
  name: 'The agent',
  program: 'The agent’s program',
  commands: [],
  args: [],
  oldest: '0.0.0',
  account: [],
  environment: () => ({}),
  // Found among what it offers.
  modes: { plan: [], default: [], acceptEdits: [], bypassPermissions: [] },
  fold: 'none',
  goesOn: 'resume',
  copiesBy: 'fork',
  servers: 'stdio',
  counting: 'turn',
  ownWord: () => null,
  mayDo: { resumes: true, receipts: 'journal', cost: 'tokens', tellsContext: true },
  signedIn: null,
  memoryFiles: ['AGENTS.md'],
}
