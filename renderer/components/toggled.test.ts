import { expect, test } from 'vitest'
import { toggled } from './toggled.ts'

test('a box is ticked and unticked', () => {
  expect(toggled(toggled(['low'], 'high'), 'low')).toEqual(['high'])
})
