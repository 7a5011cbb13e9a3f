import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Desk } from './desk.ts'
import type { Janus } from './janus.ts'
import type { Place } from './place.ts'
import { body } from './peers.ts'

/** A fake agent that speaks ACP by the real SDK. */
const program = join(import.meta.dirname, '..', 'main/backends/acp/testing/fake-agent.mjs')

interface Tested {
  readonly desk: Desk
  readonly janus: Janus
  readonly place: Place
}

export async function createFern({ desk, janus, place }: Tested, does: string): Promise<void> {
  // Agents inherit no test environment, so the script sets it.
  const start = join(place.root, `${does}.mjs`)
  await writeFile(start, `process.env.FAKE_ACP = '${does}'\nawait import(${JSON.stringify(program)})\n`)
  const line = `"${process.execPath}" "${start}"`
  await body(janus, 'POST', '/agents', { name: 'Fern', cwd: place.work, kind: 'other', program: line })
  await desk.show('Fern')
}
