import { describe, expect, it } from 'vitest'
import { silenceOf } from './said.tsx'

describe('an agent that has nothing to add', () => {
  it.each(['SILENT', ' SILENT.\n'])('says %j', (text) => {
    expect(silenceOf(text, false)).toBe('silent')
  })

  it.each(['Silent', 'SILENT, as ever', 'SILENT..', 'I end with SILENT', ''])('does not say %j', (text) => {
    expect(silenceOf(text, false)).toBe('words')
  })

  it('is not shown spelling it', () => {
    expect(silenceOf('SIL', true)).toBe('coming')
    expect(silenceOf('SIL', false)).toBe('words')
    expect(silenceOf('SILK', true)).toBe('words')
  })
})
