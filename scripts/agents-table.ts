import { abilityRows } from '../main/contract/agents/ability-words.ts'
import { expectedAbilities } from '../main/contract/agents/kind-abilities.ts'
import { agentKinds, everyMode, kindFacts } from '../main/contract/agents/kinds.ts'

/** The page `docs/agents.md` with its table made again of what the code says: kinds across, what they can do down. */
export function withAgentsTable(page: string): string {
  return page.replace(/^\|.*\|$(?:\n\|.*\|$)*/m, () => agentsTable())
}

function agentsTable(): string {
  const rows = Object.values(abilityRows).map(({ title, cell }) => [
    title,
    ...agentKinds.map((kind) => cell(expectedAbilities[kind])),
  ])
  const facts = [
    [
      'keeps a folder’s settings out',
      ...agentKinds.map((kind) => (kindFacts[kind].closesFolder ? 'yes' : 'no')),
    ],
    [
      'permission modes',
      ...agentKinds.map((kind) =>
        kindFacts[kind].modes.length === everyMode.length ? 'all' : kindFacts[kind].modes.join(', '),
      ),
    ],
    ['signs in', ...agentKinds.map((kind) => signInOf(kind))],
  ]
  const head = ['', ...agentKinds.map((kind) => `${kindFacts[kind].name} (\`${kind}\`)`)]
  const all = [head, ...rows, ...facts]
  const widths = head.map((_, at) => Math.max(...all.map((cells) => cells[at]?.length ?? 0)))
  const line = (cells: readonly string[], fill: string): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(' | ')} |`
  const under = line(
    head.map(() => ''),
    '-',
  )
  const [first = '', ...others] = all.map((cells) => line(cells, ' '))
  return [first, under, ...others].join('\n')
}

function signInOf(kind: (typeof agentKinds)[number]): string {
  const { signIn } = kindFacts[kind]
  if (signIn !== null) return `\`${signIn}\``
  return kind === 'other' ? 'by itself' : 'in the window'
}
