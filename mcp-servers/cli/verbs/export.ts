import type { ExportedKind, LogChunk } from '../../../main/contract/api/log-export.ts'
import type { App } from '../app.ts'
import { cleanJsonText, cleanLines } from '../clean.ts'
import { usage } from '../ending.ts'
import { choice, flag, one, option, grouped, verb } from '../verb.ts'

export const exportVerbs = grouped('Messages', [
  verb({
    name: 'export',
    about: 'Export a conversation as Markdown or JSON',
    more: 'NAME is an agent, or an id: lnk-… of a link, msg-… of a thread, gat-… of a gathering, gat-…@MACHINE of a gathering on another machine.',
    args: { of: one('NAME', { source: 'agent' }) },
    options: {
      format: choice(['md', 'json'], 'FORMAT', 'md to read, which is the default, json for a program'),
      tools: choice(['line', 'whole'], 'HOW', 'A line for each tool call, or all of it, with thoughts'),
      out: option('FILE', 'Into a new file', { source: 'file' }),
      overwrite: flag('Overwrite an existing file'),
    },
    examples: ['janus export Scout --out scout.md'],
    run: async ({ of, format: chosen = 'md', tools = 'line', out, overwrite }, app) => {
      const format = app.isJson ? 'json' : chosen
      if (isGathering(of) && format === 'json')
        throw usage(`A gathering is Markdown; as JSON: janus api GET /gatherings/${of}`)
      const parts = exportedParts({ of, format, tools }, app)
      if (out !== undefined) await app.around.save(app.pathOf(out), parts, overwrite === true)
      else {
        const safe = format === 'json' ? cleanJsonText : cleanLines
        for await (const text of parts) app.around.print(safe(text.replace(/\n$/, '')))
      }
      return null
    },
  }),
])

const isGathering = (of: string): boolean => /^gat-[0-9a-z]{10}$/.test(of)

const kinds: readonly { readonly form: RegExp; readonly kind: ExportedKind }[] = [
  { form: /^lnk-[0-9a-z]{10}$/, kind: 'link' },
  { form: /^msg-[0-9a-z]{10}$/, kind: 'thread' },
  { form: /^gat-[0-9a-z]{10}@/, kind: 'circle' },
]

async function* exportedParts(
  { of: id, format, tools }: { readonly of: string; readonly format: string; readonly tools: string },
  app: App,
): AsyncGenerator<string> {
  if (isGathering(id)) {
    const { markdown } = await app.ask('gatherings.export', { id })
    return yield markdown
  }
  const kind = kinds.find(({ form }) => form.test(id))?.kind ?? 'agent'
  for (let cursor: number | null = 0; cursor !== null;) {
    const one: LogChunk = await app.ask('log.export', { kind, id, format, tools, cursor })
    yield one.text
    cursor = one.next
  }
}
