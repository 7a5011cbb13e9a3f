import type { Exit } from './cli-process.ts'

/** Why a process is gone, for a person. `exit` is null when there was none. */
export function exitWords(exit: Exit | null, stderr: string, asked: boolean): string {
  if (asked) return 'stopped'
  const said = stderr === '' ? '' : ` It said: ${stderr}`
  if (exit === null || exit.kind === 'unstarted') return `Claude did not start.${said}`
  if (/unknown (option|argument|command)/i.test(stderr))
    return `Claude does not understand how Janus starts it: it may be too old. Update it, or choose none in the settings for the one that comes with Janus.${said}`
  if (exit.signal !== null) return `Claude was ended by ${exit.signal}.${said}`
  return exit.code === 0 ? `Claude ended by itself.${said}` : `Claude ended with code ${exit.code}.${said}`
}

/** Why no process could be started, and what to do, for a person. */
export function refusalWords(message: string): string {
  if (/ENOENT|not found/i.test(message))
    return 'The Claude CLI was not found. Install it again, or choose another one in the settings.'
  if (/EACCES|EPERM/.test(message))
    return 'The Claude CLI may not be run. Make it executable, or choose another one in the settings.'
  if (/ENOEXEC|failed to launch/i.test(message))
    return 'The Claude CLI does not run on this system. Install the one for this system, or choose another one.'
  return `The Claude CLI could not be started: ${message}`
}
