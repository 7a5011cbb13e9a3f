import { describe, expect, test } from 'vitest'
import { readCommands, readModels } from './offer.ts'

const command = (name: string, description = 'about it', argumentHint = '') => ({
  ...{ name, description, argumentHint },
})

describe('what a CLI offers', () => {
  test('commands are named, each once, with one line each', () => {
    const commands = [
      command('compact', 'Makes\n it\u001b[1m short\u202e', '<file>'),
      command('compact', 'x'),
    ]
    expect(readCommands(commands)).toEqual([{ name: 'compact', about: 'Makes it short', argument: '<file>' }])
  })

  test('long words are cut, long lists too', () => {
    const commands = Array.from({ length: 1000 }, (_, n) => command(`c${n}`, 'x'.repeat(5000)))
    expect(readCommands(commands)).toHaveLength(300)
    expect(readCommands(commands)[0]?.about).toHaveLength(300)
  })

  test.each(['', '/x', ' x', 'a b', 'a\nb', 'a\u202eb', 'x'.repeat(200)])('no command is %j', (name) => {
    expect(readCommands([command(name)])).toEqual([])
  })

  test.each(['ns:deploy', 'größe', 'mcp__ferry__list', 'a.b'])('%j can be typed', (name) => {
    expect(readCommands([command(name)])).toHaveLength(1)
  })

  test('models are what the CLI can be told', () => {
    const model = { value: 'sonnet[1m]', displayName: 'Sonnet', description: 'quick\nand so on' }
    expect(readModels([model, { ...model, value: '--x' }, { ...model, value: 'a b' }])).toEqual([
      { value: 'sonnet[1m]', name: 'Sonnet', about: 'quick and so on' },
    ])
  })

  test.each([undefined, null, 7, [null], [7], [{}], [{ name: 7 }], [{ value: [] }]])(
    'what another version says instead (%j) is passed over',
    (wrong) => {
      expect(readCommands(wrong as never)).toEqual([])
      expect(readModels(wrong as never)).toEqual([])
    },
  )
})
