import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tellStory } from '../../testing/story.ts'

const stories = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'))

// `JANUS_RETELL=1 npm run unit stories` writes the traces anew; read the difference before keeping it.
test.each(stories)('%s goes as it is told', (name) => {
  const path = join(import.meta.dirname, name)
  const text = readFileSync(path, 'utf8')
  const told = tellStory(text)
  if (process.env['JANUS_RETELL'] === '1') writeFileSync(path, told)
  else expect(told).toBe(text)
})
