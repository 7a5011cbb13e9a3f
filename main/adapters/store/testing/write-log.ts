import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a program did to the files of one folder, in order. Names have no folder. */
export type Operation =
  | { readonly do: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly do: 'truncate'; readonly file: string; readonly size: number }
  /** `from`: it began before the operation of this place; what was written since is not for sure on the disk by it. */
  | { readonly do: 'sync'; readonly file: string; readonly from: number }
  | { readonly do: 'create'; readonly file: string }
  | { readonly do: 'rename'; readonly file: string; readonly to: string }
  | { readonly do: 'remove'; readonly file: string }
  | { readonly do: 'sync folder' }
  /** The program said that so many commits are safe. */
  | { readonly do: 'acknowledge'; readonly commits: number }

/** What a disk may hold after the power went: the bytes of each file by its name. */
type Disk = ReadonlyMap<string, Buffer>

/** A sector is written whole or not at all; a write of more may be torn between two of them. */
const sector = 512

/** One of the ways in which a disk may treat what was not synced. */
export interface Choice {
  /** Whether this write, which was not synced, is on the disk: all of it, none, or so many of its first sectors. */
  keeps(write: number, sectors: number): 'all' | 'none' | number
}

/** A file on its way: the first `size` of its bytes. */
interface Inode {
  bytes: Buffer
  size: number
}

/**
 * The disk after the first `count` operations, when the power goes there: what was synced is on it, the rest as `choice` says.
 * Names (made, changed, removed) are on it at the sync of their folder; before, all of them or (`names`: `synced`) none.
 */
export function diskAfter(
  operations: readonly Operation[],
  count: number,
  choice: Choice,
  names: 'all' | 'synced' = 'all',
): Disk {
  const done = operations.slice(0, count)
  const folderSynced = done.findLastIndex((operation) => operation.do === 'sync folder')
  const syncs = lastSyncs(done)
  /** As the program sees it, and as it stands on the disk. */
  const [seen, kept] = [new Map<string, Inode>(), new Map<string, Inode>()]
  let write = 0
  for (const [n, operation] of done.entries()) {
    const views = n <= folderSynced || names === 'all' ? [seen, kept] : [seen]
    if (operation.do === 'create') {
      const made = { bytes: Buffer.alloc(4096), size: 0 }
      for (const view of views) view.set(operation.file, made)
    } else if (operation.do === 'rename')
      for (const view of views) rename(view, operation.file, operation.to, seen)
    else if (operation.do === 'remove') for (const view of views) view.delete(operation.file)
    else if (operation.do === 'write' || operation.do === 'truncate') {
      const inode = seen.get(operation.file)
      const isSafe = n < (syncs.get(operation.file) ?? -1)
      if (inode) change(inode, operation, isSafe ? 'all' : choice.keeps(write++, sectorsOf(operation)))
    }
  }
  return new Map([...kept].map(([name, { bytes, size }]) => [name, bytes.subarray(0, size)]))
}

function rename(view: Map<string, Inode>, from: string, to: string, seen: Map<string, Inode>): void {
  const inode = view.get(from) ?? seen.get(to)
  if (inode) view.set(to, inode)
  view.delete(from)
}

function sectorsOf(operation: Extract<Operation, { do: 'write' | 'truncate' }>): number {
  return operation.do === 'write' ? Math.ceil(operation.bytes.length / sector) : 1
}

function change(
  inode: Inode,
  operation: Extract<Operation, { do: 'write' | 'truncate' }>,
  kept: ReturnType<Choice['keeps']>,
): void {
  if (kept === 'none') return
  if (operation.do === 'truncate') {
    inode.bytes.fill(0, operation.size, inode.size)
    resize(inode, operation.size)
    return
  }
  const bytes = kept === 'all' ? operation.bytes : operation.bytes.subarray(0, kept * sector)
  resize(inode, Math.max(inode.size, operation.at + bytes.length))
  bytes.copy(inode.bytes, operation.at)
}

function resize(inode: Inode, size: number): void {
  inode.size = size
  if (size <= inode.bytes.length) return
  const bytes = Buffer.alloc(2 * size)
  inode.bytes.copy(bytes)
  inode.bytes = bytes
}

/** How many commits had been said to be safe by then. */
export function acknowledged(operations: readonly Operation[], count: number): number {
  const last = operations.slice(0, count).findLast((operation) => operation.do === 'acknowledge')
  return last?.do === 'acknowledge' ? last.commits : 0
}

/** Puts a disk into an empty folder. */
export function layOut(disk: Disk, folder: string): void {
  for (const [name, bytes] of disk) writeFileSync(join(folder, name), bytes, { mode: 0o600 })
}

/** By the file's name, the place where its last sync began: what was written to it before that is on the disk. */
function lastSyncs(operations: readonly Operation[]): Map<string, number> {
  const syncs = new Map<string, number>()
  for (const operation of operations) {
    if (operation.do === 'sync')
      syncs.set(operation.file, Math.max(operation.from, syncs.get(operation.file) ?? 0))
    if (operation.do !== 'rename') continue
    const before = syncs.get(operation.file)
    if (before !== undefined) syncs.set(operation.to, before)
  }
  return syncs
}

/**
 * Reads what `strace` has written down of a program: of its files in `folder`, and of its standard output, where each line
 * is the number of commits that are safe, or tells of one that is only written.
 */
export function readTrace(path: string, folder: string): Operation[] {
  const names = new Map<number, string>()
  const ends = new Map<string, number>()
  const operations: Operation[] = []
  for (const { line, from } of wholeCalls(path, () => operations.length))
    for (const operation of readCall(line, folder, names, ends))
      operations.push(operation.do === 'sync' ? { ...operation, from } : operation)
  return operations
}

/** The calls in the order of their ends; one that ran beside others stands on two lines. `from`: the place at its beginning. */
function* wholeCalls(path: string, place: () => number): Iterable<{ line: string; from: number }> {
  const begun = new Map<string, { readonly head: string; readonly from: number }>()
  for (const line of readFileSync(path, 'latin1').split('\n')) {
    const [, by = '', head] = /^(\d+) +(.*) <unfinished \.\.\.>$/.exec(line) ?? []
    const [, whose = '', tail] = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/.exec(line) ?? []
    const first = begun.get(whose)
    if (head !== undefined) begun.set(by, { head: `${by} ${head}`, from: place() })
    else if (tail === undefined) yield { line, from: place() }
    else if (first !== undefined) yield { line: first.head + tail, from: first.from }
  }
}

/** One call, whole on its line; those of other files, and those that failed, are none. */
function readCall(
  line: string,
  folder: string,
  names: Map<number, string>,
  ends: Map<string, number>,
): Operation[] {
  const [, call = '', rest = '', result = '-1'] = /^(?:\d+ +)?(\w+)\((.*)\)\s+= (-?\d+)/.exec(line) ?? []
  if (Number(result) < 0) return []
  const words = [...rest.matchAll(/"([^"]*)"/g)].map(([, word = '']) => unescaped(word))
  const inside = (word: Buffer | undefined): string | null => {
    const name = word?.toString() ?? ''
    // oxlint-disable-next-line janus/no-folder-text -- both as one program has written them
    if (name === folder) return '.'
    return name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : null
  }
  const fd = Number(/^(\d+)/.exec(rest)?.[1] ?? -1)
  const file = names.get(fd)
  switch (call) {
    case 'openat': {
      const name = inside(words[0])
      if (name === null) {
        names.delete(Number(result))
        return []
      }
      names.set(Number(result), name)
      if (!rest.includes('O_CREAT') || ends.has(name)) return []
      ends.set(name, 0)
      return [{ do: 'create', file: name }]
    }
    case 'close':
      names.delete(fd)
      return []
    case 'write':
      if (fd === 1 && words[0]?.includes('written') !== true)
        return [{ do: 'acknowledge', commits: Number(words[0]?.toString()) }]
      return []
    case 'pwrite64': {
      const at = Number(/, (\d+)$/.exec(rest)?.[1])
      if (file === undefined) return []
      return [{ do: 'write', file, at, bytes: (words[0] ?? Buffer.alloc(0)).subarray(0, Number(result)) }]
    }
    case 'ftruncate':
      return file === undefined ? [] : [{ do: 'truncate', file, size: Number(/, (\d+)$/.exec(rest)?.[1]) }]
    case 'fsync':
    case 'fdatasync':
      return file === undefined
        ? []
        : file === '.'
          ? [{ do: 'sync folder' }]
          : [{ do: 'sync', file, from: 0 }]
    case 'rename': {
      const [from, to] = [inside(words[0]), inside(words[1])]
      if (from === null || to === null) return []
      ends.delete(from)
      ends.set(to, 0)
      for (const [open, name] of names) if (name === from) names.set(open, to)
      return [{ do: 'rename', file: from, to }]
    }
    case 'unlink': {
      const name = inside(words[0])
      if (name === null) return []
      ends.delete(name)
      return [{ do: 'remove', file: name }]
    }
    default:
      return []
  }
}

/** As `strace -xx` writes bytes. */
function unescaped(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex')
}
