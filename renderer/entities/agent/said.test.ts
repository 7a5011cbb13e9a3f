import { describe, expect, it } from 'vitest'
import { silenceState } from './said.tsx'

describe('an agent that has nothing to add', () => {
  it.each(['SILENT', ' SILENT.\n'])('says %j', (text) => {
    expect(silenceState(text, false)).toBe('silent')
  })

  it.each(['Silent', 'SILENT, as ever', 'SILENT..', 'I end with SILENT', ''])('does not say %j', (text) => {
    expect(silenceState(text, false)).toBe('words')
  })

  it('is not shown spelling it', () => {
    expect(silenceState('SIL', true)).toBe('coming')
    expect(silenceState('SIL', false)).toBe('words')
    expect(silenceState('SILK', true)).toBe('words')
  })
})
