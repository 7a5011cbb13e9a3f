import { messageLimit } from '../../contract/api/limits.ts'
import type { IncomingMessage } from 'node:http'
import { refusal } from './refusals.ts'

/** Allows for a maximal message with every byte escaped as `\u00XX`, and for the other fields. */
const bodyLimit = 6 * messageLimit + 64 * 1024
/** Bytes after which the rest is not read. */
const patience = 4 * bodyLimit
const deepest = 32
/** Fields with text for an agent. */
const words = ['message', 'payload', 'note', 'text', 'question'] as const
const mostParts = 10_000

/**
 * Reads a JSON object. Refuses with `too_large` above the limits (including 1 MiB per text field) and with
 * `bad_request` anything that is not UTF-8, not an object, too deep or with too many parts.
 */
export async function readJson(req: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await readBytes(req)
  if (bytes.length === 0) throw refusal('bad_request', 'The body is empty; send a JSON object.')
  guardShape(bytes)
  const value = parse(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal('bad_request', 'The body must be a JSON object.')
  }
  const body = value as Record<string, unknown>
  return { ...body, ...Object.fromEntries(words.flatMap((field) => readWords(body, field))) }
}

/** Replaces lone surrogates: the disk would change them, and a repeated send would no longer match. */
function readWords(body: Record<string, unknown>, field: string): [string, string][] {
  const text = body[field]
  if (typeof text !== 'string') return []
  guardMessage(text)
  return [[field, text.replace(/\p{Surrogate}/gu, '\ufffd')]]
}

/** Limit in bytes of UTF-8. */
function guardMessage(message: string): void {
  if (Buffer.byteLength(message) > messageLimit) {
    throw refusal('too_large', 'A message has at most 1 MiB; put the rest into a file and name it.')
  }
}

/** Reads and drops what exceeds the limit, so that a client still sending gets the refusal. */
function readBytes(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let kept: Buffer[] = []
    let count = 0
    const tooLarge = () => refusal('too_large', 'The request is too large; a message has at most 1 MiB.')
    req.on('data', (chunk: Buffer) => {
      count += chunk.length
      if (count <= bodyLimit) kept.push(chunk)
      else kept = []
      if (count > patience) reject(tooLarge())
    })
    req.on('end', () => {
      if (count > bodyLimit) reject(tooLarge())
      else resolve(Buffer.concat(kept))
    })
    req.on('error', () => {
      reject(refusal('bad_request', 'The request broke off.'))
    })
    req.on('close', () => {
      if (!req.readableEnded) reject(refusal('bad_request', 'The request broke off.'))
    })
  })
}

/** Checks depth and number of parts before the parser runs, against JSON bombs. */
function guardShape(bytes: Buffer): void {
  let depth = 0
  let parts = 0
  let inString = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (inString) {
      if (byte === 0x5c) i++
      else if (byte === 0x22) inString = false
      continue
    }
    if (byte === 0x22) inString = true
    else if (byte === 0x2c) parts++
    else if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) depth--
    if (depth > deepest) throw refusal('bad_request', 'The JSON is nested too deeply.')
    if (parts > mostParts) throw refusal('bad_request', 'The JSON has too many parts.')
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw refusal('bad_request', 'The body is not valid JSON in UTF-8.')
  }
}
