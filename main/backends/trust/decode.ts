import { basename } from 'node:path'
import { parseJsonc } from './config-words.ts'
import type { TrustRole } from './places.ts'
import { headOf } from './reading.ts'
import { parseJson } from '../../contract/api/parse-json.ts'

interface Decoded {
  readonly words: string
  readonly unclear: string | null
  readonly isUtf16: boolean
}

const unread: ReadonlySet<TrustRole> = new Set(['code', 'script'])

/**
 * Decodes a file by the rules of the program that reads it; `facts-encodings.long.real.test.ts` checks them
 * for the real Claude CLI. Files are UTF-8 with at most one byte order mark, invalid bytes are replaced;
 * settings with a UTF-16LE mark are read as such. What Janus and the program could read differently is
 * unclear.
 */
export function decode(bytes: Buffer, role: TrustRole, path: string): Decoded {
  const isUtf16 = role === 'settings' && startsWith(bytes, 0xff, 0xfe)
  const words = bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
  const isRead = !unread.has(role) && !(role === 'skill' && basename(path) !== 'SKILL.md')
  const unclear = isRead ? (encodingProblem(bytes, words, isUtf16) ?? formProblem(words, role, path)) : null
  return { words, unclear, isUtf16 }
}

function encodingProblem(bytes: Buffer, words: string, isUtf16: boolean): string | null {
  if (!isUtf16 && (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)))
    return 'it is saved as UTF-16 or UTF-32, not as UTF-8'
  if (words.includes('\0')) return 'it has zero bytes, as a file that is not saved as UTF-8'
  return words.startsWith('\uFEFF') ? 'it begins with two byte order marks' : null
}

function formProblem(words: string, role: TrustRole, path: string): string | null {
  if (words.trim() === '') return null
  switch (role) {
    case 'settings':
    case 'servers':
      return isObject(parseJson(words)) ? null : 'it is no valid JSON'
    case 'config':
      return !/\.jsonc?$/.test(path) || isObject(parseJsonc(words)) ? null : 'it is no valid JSON'
    case 'command':
    case 'agent':
    case 'skill':
      return headProblem(words)
    default:
      return null
  }
}

/** All parsers read plain `name: value` front matter the same; not quoted names, flow maps and anchors. */
function headProblem(words: string): string | null {
  const lines = (headOf(words) ?? '').split(/\r\n?|\n/)
  const isPlain = (line: string): boolean => /^(?:[\w-]+[ \t]*:(?:\s|$)|\s|#|-\s|$)/.test(line)
  const odd = lines.findIndex((line) => !isPlain(line))
  return odd === -1 ? null : `line ${odd + 2} of its head is no plain "name: value"`
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

const startsWith = (bytes: Buffer, first: number, second: number): boolean =>
  bytes[0] === first && bytes[1] === second
