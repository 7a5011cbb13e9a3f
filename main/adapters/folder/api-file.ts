import { join } from 'node:path'
import type { ApiFile } from '../../contract/agents-api.ts'
import { readOwnerOnly, removeOwnerOnly, writeOwnerOnly } from './owner-only.ts'

const pathOf = (folder: string): string => join(folder, 'api.json')

/** Tells the person's own tools where the app listens and by which token it knows them. */
export function writeApiFile(folder: string, file: ApiFile): void {
  writeOwnerOnly(pathOf(folder), `${JSON.stringify(file, null, 2)}\n`)
}

/** What an app has written there; null when there is nothing, or nothing of that shape. */
export function readApiFile(folder: string): ApiFile | null {
  const text = readOwnerOnly(pathOf(folder))
  if (text === null) return null
  const file = parsed(text)
  if (typeof file !== 'object' || file === null) return null
  const { url, token, pid } = file as Record<string, unknown>
  if (typeof url !== 'string' || typeof token !== 'string' || typeof pid !== 'number') return null
  return { url, token, pid }
}

/** Takes it back: nobody listens there any more. */
export function removeApiFile(folder: string): void {
  removeOwnerOnly(pathOf(folder))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
