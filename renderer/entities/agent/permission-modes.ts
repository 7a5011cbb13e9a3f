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
  plan: 'Reads and plans, changes nothing',
  default: 'Asks before it acts',
  acceptEdits: 'Changes files without asking',
  bypassPermissions: 'Runs every command without asking',
}
