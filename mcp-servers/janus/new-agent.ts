import { resolve } from 'node:path'
import type { ApiRequest } from '../shared/ask.ts'
import type { Wishes } from './arguments.ts'

/** What asks for a new agent, in a folder that is read from `around`. */
export function newRequest(name: string, wishes: Wishes, around: string): ApiRequest {
  const { folder = '.', kind, program, model, effort, mode, role, colour, shape, worktree } = wishes
  const looks = { colour: eighth(colour), shape: eighth(shape) }
  const body = {
    name,
    cwd: resolve(around, folder),
    kind,
    program,
    model,
    effort,
    permissionMode: mode,
    role,
    worktree,
    ...looks,
  }
  return { method: 'POST', path: '/agents', body, repeatable: false }
}

/** 1 to 8 as a number; a name stays one. */
const eighth = (written: string | undefined) =>
  written !== undefined && /^\d+$/.test(written) ? Number(written) : written
