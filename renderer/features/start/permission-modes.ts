import type { PermissionMode } from '../../../main/contract/model.ts'

/** How strictly an agent asks, in words; from strict to lax. */
export const modeWords: Readonly<Record<PermissionMode, string>> = {
  plan: 'Plans only',
  default: 'Asks first',
  acceptEdits: 'Edits freely',
  bypassPermissions: 'Never asks',
}

/** What a mode means, where it needs saying. */
export const modeHints: Readonly<Record<PermissionMode, string>> = {
  plan: 'reads and plans, changes nothing',
  default: 'asks before it acts',
  acceptEdits: 'changes files without asking',
  bypassPermissions: 'runs every command without asking',
}
