import { open, rename, rm } from 'node:fs/promises'
import { EndingError } from './ending.ts'

/** Refuses an existing file unless `overwrites`, which replaces it once the new one is complete. */
export async function saveToFile(
  path: string,
  pieces: AsyncIterable<string>,
  overwrites: boolean,
): Promise<void> {
  const written = overwrites ? `${path}.${String(process.pid)}.part` : path
  const file = await open(written, 'wx', 0o600).catch((error: unknown) => {
    throw new EndingError('refused', notWritten(path, error))
  })
  try {
    for await (const piece of pieces) await file.writeFile(piece)
    await file.close()
    if (overwrites) await rename(written, path)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(written, { force: true })
    throw error instanceof Error && 'code' in error && 'syscall' in error
      ? new EndingError('refused', notWritten(path, error))
      : error
  }
}

function notWritten(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EEXIST') return `${path} is there already. Give another name, or --overwrite.`
  return `${path} could not be written (${code}).`
}
