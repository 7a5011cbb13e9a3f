import type { PermissionMode } from '../../contract/api/model.ts'

const laxness: Readonly<Record<PermissionMode, number>> = {
  plan: 0, default: 1, acceptEdits: 2, auto: 3, bypassPermissions: 4,
} // prettier-ignore

/** Whether the first mode asks for fewer permissions than the second. */
export function asksLess(one: PermissionMode, other: PermissionMode): boolean {
  return laxness[one] > laxness[other]
}

export function stricter(one: PermissionMode, other: PermissionMode): PermissionMode {
  return asksLess(one, other) ? other : one
}
