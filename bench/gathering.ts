/** P3: how often a gathering asks the model, against the same one typed into every terminal. */
import { harvester, holdInJanus, holdInTerminals, says, speakers, type Held } from './circle.ts'
import { CountingModel } from './counting-model.ts'
import { table } from './figures.ts'
import { keep } from './results.ts'

const model = await CountingModel.start(says)
const janus = await holdInJanus(model)
const terminals = await holdInTerminals(model)
await model.close()

const sides = [
  ['Janus: listeners absorb', janus],
  ['typed into every terminal', terminals],
] as const
const of = (held: Held, name: string): number => held.turns.get(name) ?? 0
const all = (held: Held): number => [...held.turns.values()].reduce((sum, count) => sum + count, 0)
const ratio = Math.round((all(terminals) / all(janus)) * 100) / 100

await keep('gathering', {
  title: 'P3: model turns of a gathering',
  about:
    'Turns that were asked of the model, counted there, told apart by who asked: a 2-2-2 with 4 speakers and a harvester, each speaking once per turn and passing in words, from its start to its harvest. Real CLIs on both sides, on a model that answers everything at once. Typed into terminals, every utterance is a prompt for each of the four others: 24 turns to speak, 24 × 4 to take in, one for the harvest. Here listeners absorb: what was said stands before their own next prompt.',
  table: [
    table(
      ['side', ...speakers, `${harvester} (harvester)`, 'all turns', 'said', 'errands of the CLI', '×'],
      sides.map(([name, held]) => [
        ...[name, ...[...speakers, harvester].map((one) => of(held, one)), all(held), held.said],
        ...[held.errands, held === janus ? 1 : ratio],
      ]),
    ),
    `Of all turns in Janus ${all(janus) - janus.said - 1} were for anything but a speech or the harvest.`,
  ].join('\n\n'),
  figures: sides.map(([name, held]) => ({
    ...{ name, turns: Object.fromEntries(held.turns), all: all(held), said: held.said },
    ...{ errands: held.errands, seconds: Math.round(held.ms / 1000) },
  })),
  samples: {},
})
