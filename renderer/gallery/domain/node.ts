/**
 * Replaces `node:fs`, `node:path`, `node:os` and `node:crypto` in the gallery's build: POSIX paths, folders
 * that all exist, and hashes that only have to differ.
 */
export const sep = '/'
export const isAbsolute = (path: string): boolean => path.startsWith('/')
export const join = (...parts: string[]): string => normal(parts.filter((part) => part !== '').join('/'))
export const resolve = (...parts: string[]): string =>
  normal(parts.reduce((so, part) => (isAbsolute(part) ? part : `${so}/${part}`), '/'))
export const dirname = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'
export const basename = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export function relative(from: string, to: string): string {
  const [one, other] = [from, to].map((path) => resolve(path).split('/').filter(Boolean)) as [
    string[],
    string[],
  ]
  const differs = one.findIndex((part, at) => part !== other[at])
  const same = differs < 0 ? one.length : differs
  return [...one.slice(same).map(() => '..'), ...other.slice(same)].join('/')
}

function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `${isAbsolute(path) ? '/' : ''}${parts.join('/')}`
}

export const existsSync = (): boolean => true
export const realpathSync = (path: string): string => path
const folder = { isDirectory: () => true, isFile: () => false }
export const statSync = () => folder
export const lstatSync = statSync
export const stat = () => Promise.resolve(folder)
export const mkdir = () => Promise.resolve()
export const readdir = () => Promise.resolve([])
const refuse = () => Promise.reject(new Error('The gallery writes no files.'))
export const open = refuse
export const rename = refuse
export const rm = refuse

export const homedir = (): string => '/home/mo'
export const userInfo = () => ({ username: 'Mo' })

export const randomUUID = (): string => '00000000-0000-4000-8000-000000000000'
export const randomBytes = () => ({ toString: () => '00' })
export const timingSafeEqual = (one: Uint8Array, other: Uint8Array): boolean => String(one) === String(other)

export function createHash() {
  let sum = 0n
  const hash = {
    update(words: string | Uint8Array) {
      for (const byte of bytesOf(words))
        sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 1_099_511_628_211n + 1n)
      return hash
    },
    digest: () => sum.toString(16).padStart(16, '0').repeat(4),
  }
  return hash
}

const bytesOf = (words: string | Uint8Array): Uint8Array =>
  typeof words === 'string' ? new TextEncoder().encode(words) : words

// The only global of Node that the domain uses.
Object.assign(globalThis, {
  Buffer: { from: bytesOf, byteLength: (words: string) => bytesOf(words).length },
})
