import type { Launch } from '../../ports/ports.ts'

/** A launch as the core would make it for a new agent; `kind` and what else matters is said. */
export function makeLaunch(changes: Pick<Launch, 'kind' | 'cwd' | 'conversation'> & Partial<Launch>): Launch {
  return {
    program: null,
    conversed: false,
    model: null,
    effort: null,
    permissionMode: 'default',
    name: 'a',
    role: '',
    instructions: '',
    allowed: [],
    ...changes,
  }
}
