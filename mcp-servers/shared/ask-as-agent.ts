import { askApi, type ApiRequest, type Patience } from './ask.ts'
import { readIdentity } from './identity.ts'

/** What is asked of the agents API; asked twice it does no harm. */
export type Question = Omit<ApiRequest, 'repeatable'>

/**
 * Asks the agents API as the agent of an identity file, which is read anew for every call. Never reaches an address
 * whose owner is gone. Rejects with `RefusedError`.
 */
export type AskAsAgent = <T>(
  request: Question | ((elapsed: number) => Question),
  patience?: Partial<Patience>,
) => Promise<T>

/** `usual`: how long one call that waits for nothing may take, in ms. */
export function askAsAgent(identityPath: string, usual = 10_000): AskAsAgent {
  const access = () => readIdentity(identityPath)
  return async <T>(
    request: Question | ((elapsed: number) => Question),
    patience: Partial<Patience> = {},
  ): Promise<T> => {
    const asked = (elapsed: number): ApiRequest => ({
      ...(typeof request === 'function' ? request(elapsed) : request),
      repeatable: true,
    })
    return (await askApi(access, asked, { timeLimit: usual, ...patience })) as T
  }
}

/** The query of an address; what is not given is left out. */
export function queryOf(fields: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`
}
