import { join } from 'node:path'
import type { ProcessRecord } from '../../ports.ts'
import { readOwnerOnly, removeOwnerOnly, writeOwnerOnly } from '../folder/owner-only.ts'
import { signal, startTime } from './system-processes.ts'

/**
 * Which process signs in, kept in the state folder. It bears no mark as the agents' processes do: the browser
 * that it opens would bear it too, and must outlive Janus.
 */
const nameOf = (stateFolder: string): string => join(stateFolder, 'sign-in.json')

/** Notes the process, so that a Janus that was killed does not leave it behind for good. */
export function noteSignIn(stateFolder: string, pid: number): void {
  writeOwnerOnly(nameOf(stateFolder), JSON.stringify({ pid, startedAt: startTime(pid) }))
}

/** It has ended. */
export function forgetSignIn(stateFolder: string): void {
  removeOwnerOnly(nameOf(stateFolder))
}

/** Ends a sign-in of an earlier life of the app, if it is that very process. */
export function endLeftSignIn(stateFolder: string): void {
  try {
    const text = readOwnerOnly(nameOf(stateFolder))
    if (text === null) return
    const { pid, startedAt } = JSON.parse(text) as ProcessRecord
    if (pid > 1 && startedAt !== null && startTime(pid) === startedAt) signal(pid, 'SIGTERM')
  } catch {
    // Half a note names nobody.
  }
  forgetSignIn(stateFolder)
}
