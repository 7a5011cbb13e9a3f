import { oneLine } from './one-line.ts'

/** Whether somebody is signed in, and who or how. */
export interface Login {
  readonly login: 'in' | 'out' | 'unknown'
  readonly account: string | null
}

const ways: Readonly<Record<string, string>> = {
  api_key: 'API key',
  api_key_helper: 'API key',
  oauth_token: 'access token',
  'claude.ai': 'Claude account',
}

const providers: Readonly<Record<string, string>> = {
  bedrock: 'Amazon Bedrock',
  vertex: 'Google Vertex AI',
  foundry: 'Microsoft Foundry',
}

/** Reads what `claude auth status` prints. A CLI that prints something else leaves it unknown. */
export function readLogin(output: string): Login {
  const said = parse(output)
  if (said === null || typeof said['loggedIn'] !== 'boolean') return { login: 'unknown', account: null }
  if (!said['loggedIn']) return { login: 'out', account: null }
  const { email, authMethod, apiProvider } = said
  if (typeof email === 'string' && email !== '') return { login: 'in', account: oneLine(email, 200) }
  return { login: 'in', account: providers[String(apiProvider)] ?? ways[String(authMethod)] ?? null }
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
