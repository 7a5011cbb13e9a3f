import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** File operations of a program in one folder, in order. Names are relative to it. */
export type Operation =
  | { readonly do: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly do: 'truncate'; readonly file: string; readonly size: number }
  /** Covers only writes before `from`, the position at which the sync began. */
  | { readonly do: 'sync'; readonly file: string; readonly from: number }
  | { readonly do: 'create'; readonly file: string }
  | { readonly do: 'rename'; readonly file: string; readonly to: string }
  | { readonly do: 'remove'; readonly file: string }
  | { readonly do: 'sync folder' }
  /** The program reported this many commits as safe. */
  | { readonly do: 'acknowledge'; readonly commits: number }

/** File contents by name after a power failure. */
type Disk = ReadonlyMap<string, Buffer>

/** Bytes written atomically; larger writes may be torn between sectors. */
const sector = 512

/** How a disk treats unsynced data. */
export interface Choice {
  /** Whether an unsynced write is kept: all, none, or its first n sectors. */
  keeps(write: number, sectors: number): 'all' | 'none' | number
}

/** The first `size` bytes count. */
interface Inode {
  bytes: Buffer
  size: number
}

/**
 * Returns the disk after a power failure behind the first `count` operations: synced data is there, other
 * writes as `choice` says. Names (created, renamed, removed) are there after a sync of the folder; before
 * it, all of them or, with `synced`, none.
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
  /** `seen`: the program's view. `kept`: on the disk. */
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

/** Number of commits reported as safe by then. */
export function acknowledged(operations: readonly Operation[], count: number): number {
  const last = operations.slice(0, count).findLast((operation) => operation.do === 'acknowledge')
  return last?.do === 'acknowledge' ? last.commits : 0
}

/** The folder must be empty. */
export function layOut(disk: Disk, folder: string): void {
  for (const [name, bytes] of disk) writeFileSync(join(folder, name), bytes, { mode: 0o600 })
}

/** Position at which the last sync of each file began; earlier writes are on the disk. */
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
 * Parses a trace of `strace`: operations on files in `folder`, and lines of standard output, each the
 * number of safe commits or a note about an unsynced one.
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

/**
 * System calls in the order of their ends; interrupted ones take two lines. `from`: position at the call's
 * start.
 */
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

/** Ignores other files and failed calls. */
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

/** Decodes the output of `strace -xx`. */
function unescaped(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex')
}
