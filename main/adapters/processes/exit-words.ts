import type { Exit } from './agent-process.ts'

export interface ProgramWords {
  /** The agent, such as "Gemini". */
  readonly name: string
  /** The program, such as "The Gemini CLI". */
  readonly program: string
  /** Advice for an old version, such as "Update it." */
  readonly update: string
}

/** Why a process ended, for the user. `exit`: null if there was no process; `asked`: Janus ended it. */
export function exitWords(
  { name, update }: ProgramWords,
  exit: Exit | null,
  stderr: string,
  asked: boolean,
): string {
  if (asked) return 'stopped'
  const said = stderr === '' ? '' : ` It said: ${stderr}`
  if (exit === null || exit.kind === 'unstarted') return `${name} did not start.${said}`
  if (/unknown (option|argument|command)/i.test(stderr))
    return `${name} does not understand how Janus starts it: it may be too old. ${update}${said}`
  if (exit.signal !== null) return `${name} was ended by ${exit.signal}.${said}`
  return exit.code === 0 ? `${name} ended by itself.${said}` : `${name} ended with code ${exit.code}.${said}`
}

/** For the user. */
export function startFailureWords({ program }: ProgramWords, message: string): string {
  if (/ENOENT|not found/i.test(message))
    return `${program} was not found. Install it again, or set another path in the settings.`
  if (/EACCES|EPERM/.test(message))
    return `${program} may not be run. Make it executable, or set another path in the settings.`
  if (/ENOEXEC|failed to launch/i.test(message))
    return `${program} does not run on this system. Install the one for this system, or choose another one.`
  return `${program} could not be started: ${message}`
}
