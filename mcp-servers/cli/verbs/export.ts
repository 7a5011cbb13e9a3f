import { resolve } from 'node:path'
import type { GatheringExport } from '../../../main/contract/gatherings/gathering-views.ts'
import type { LogPart } from '../../../main/contract/api/log-export.ts'
import { part } from '../../shared/ask.ts'
import type { App } from '../app.ts'
import { cleanJsonText, cleanLines } from '../clean.ts'
import { EndingError } from '../ending.ts'
import { choice, flag, one, option, verb } from '../verb.ts'

/** A conversation as a file, or on standard output, part by part. */
export const exportVerb = verb({
  name: 'export',
  group: 'Messages',
  about: 'Export a conversation as Markdown or JSON',
  more: 'NAME is an agent, or an id: lnk-… of a link, msg-… of a thread, gat-… of a gathering, gat-…@HOUSE of a gathering on another machine.',
  args: { of: one('NAME', { source: 'agent' }) },
  options: {
    format: choice(['md', 'json'], 'FORMAT', 'md to read, which is the default, json for a program'),
    tools: choice(['line', 'whole'], 'HOW', 'A line for each tool call, or all of it, with thoughts'),
    out: option('FILE', 'Into a new file', { source: 'file' }),
    overwrite: flag('Also over a file that is there'),
  },
  examples: ['janus export Scout --out scout.md'],
  run: async ({ of, format: chosen = 'md', tools = 'line', out, overwrite }, app) => {
    const format = app.isJson ? 'json' : chosen
    if (isGathering(of) && format === 'json')
      throw new EndingError('usage', `A gathering is Markdown; as JSON: janus api GET /gatherings/${of}`)
    const parts = exportedParts({ of, format, tools }, app)
    if (out !== undefined) await app.around.save(resolve(app.around.cwd, out), parts, overwrite)
    else {
      const safe = format === 'json' ? cleanJsonText : cleanLines
      for await (const text of parts) app.around.print(safe(text.replace(/\n$/, '')))
    }
    return null
  },
})

const isGathering = (of: string): boolean => /^gat-[0-9a-z]{10}$/.test(of)

/** Where the others are, by the form of their ids. */
const folders = [
  { form: /^lnk-[0-9a-z]{10}$/, path: 'links' },
  { form: /^msg-[0-9a-z]{10}$/, path: 'threads' },
  { form: /^gat-[0-9a-z]{10}@/, path: 'fleet/circles' },
]

async function* exportedParts(
  { of, format, tools }: { readonly of: string; readonly format: string; readonly tools: string },
  app: App,
): AsyncGenerator<string> {
  if (isGathering(of)) {
    const { markdown } = (await app.get(`/gatherings/${of}/export`)) as GatheringExport
    return yield markdown
  }
  const kind = folders.find(({ form }) => form.test(of))?.path ?? 'agents'
  for (let cursor: number | null = 0; cursor !== null;) {
    const one = (await app.get(`/${kind}/${part(of)}/export`, { format, tools, cursor })) as LogPart
    yield one.text
    cursor = one.next
  }
}
