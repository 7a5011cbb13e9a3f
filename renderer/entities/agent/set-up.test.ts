import { expect, test } from 'vitest'
import { effortChoices, effortsOf } from './set-up.tsx'

const offers = [
  { value: '', name: 'Default', about: '', efforts: ['low', 'high'] },
  { value: 'small', name: 'Small', about: '', efforts: [] },
  { value: 'plain', name: 'Plain', about: '' },
]

test('how hard it thinks hangs on its model, else on its process, else on its kind', () => {
  expect(effortsOf('claude', null, offers)).toEqual(['low', 'high'])
  expect(effortsOf('claude', 'small', offers, ['max'])).toEqual([])
  expect(effortsOf('claude', 'plain', offers, ['max'])).toEqual(['max'])
  expect(effortsOf('gemini', null, [])).toEqual([])
  expect(effortsOf('codex', null, [])).toContain('xhigh')
})

test('the program’s own choice comes first, and what is chosen is there though nobody offers it', () => {
  expect(effortChoices('max', ['low']).map(({ name }) => name)).toEqual(['Default effort', 'Low', 'Max'])
  expect(effortChoices(null, ['xhigh', 'turbo']).map(({ name }) => name)).toEqual([
    'Default effort',
    'Very high',
    'Turbo',
  ])
})
