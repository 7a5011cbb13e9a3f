import type { Launch } from '../../ports/ports.ts'

/** A launch of a new agent, as the core makes it. */
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
