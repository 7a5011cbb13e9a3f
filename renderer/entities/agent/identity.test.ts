import { expect, test } from 'vitest'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { tab } from '../../testing/agent.ts'
import { fleet, machine, peer } from '../../testing/fleet.ts'
import { faceOfAuthor } from './identity.ts'

function lettersOf(all: readonly AgentView[]): string[] {
  const agents = Object.fromEntries(all.map((agent) => [agent.id, agent]))
  return all.map((agent) => faceOfAuthor({ kind: 'agent', id: agent.id }, agent.name, agents).letters)
}

test('nobody shows the letters of another', () => {
  const names = ['Scout', 'Schema', 'scribe', '😀', '—']
  const all = names.map((name, at) => tab(name, { id: `agt-${at}` }))
  expect(lettersOf(all)).toEqual(['S', 'Sc', 'Sr', '?', ''])
})

test('a number is the name’s own, or there is none', () => {
  const names = ['Agent', 'Agent 10', 'Agent 11', 'Aa 2024', 'AA', 'Agent 25']
  const all = names.map((name, at) => tab(name, { id: `agt-${at}` }))
  expect(lettersOf(all)).toEqual(['A', '10', '11', 'Aa', 'AA', '25'])
  const digits = ['7', 'Q7', '7 of 9'].map((name, at) => tab(name, { id: `agt-${at}` }))
  expect(lettersOf(digits)).toEqual(['7', 'Q', '9'])
})

test('a copy has the letter of its original with its number, and a name of two words the letters of both', () => {
  const names = ['Scout', 'Builder', 'Scout 2', 'Builder 2', 'Scout 3', 'Docs', 'docs reader']
  const all = names.map((name, at) => tab(name, { id: `agt-${at}` }))
  expect(lettersOf(all)).toEqual(['S', 'B', 'S2', 'B2', 'S3', 'D', 'DR'])
})

test('a move in the list changes no face, and a closed tab takes nothing from an open one', () => {
  const all = [
    tab('Scout', { id: 'agt-1', closed: true }),
    tab('Schema', { id: 'agt-2', order: 7 }),
    tab('Sieve', { id: 'agt-3', order: 1 }),
  ]
  expect(lettersOf(all)).toEqual(['Sc', 'S', 'Si'])
})

test('a new tab takes its letters from nobody', () => {
  const scout = tab('Scout', { id: 'agt-zz', createdAt: 1 })
  expect(lettersOf([scout, tab('Scribe', { id: 'agt-aa', createdAt: 2 })])).toEqual(['S', 'Sc'])
})

test('pigment and shape are the chosen ones; who is gone has neither', () => {
  const agent = tab('Scout', { look: { hue: 5, shape: 3 } })
  const face = faceOfAuthor({ kind: 'agent', id: agent.id }, 'Scout', { [agent.id]: agent })
  expect(face).toMatchObject({ hue: 5, shape: 3 })
  expect(faceOfAuthor({ kind: 'agent', id: 'agt-gone' }, 'Old', {})).toEqual({
    hue: 'gone',
    shape: 'gone',
    letters: 'O',
  })
})

test('an agent of another machine has its look there, and is gone when its machine shares it no more', () => {
  const attic = machine('attic', [peer('Bob', { look: { hue: 5, shape: 3 } })])
  const faceIn = (id: AgentId) => faceOfAuthor({ kind: 'agent', id }, 'Bob@attic', {}, fleet([attic]))
  expect(faceIn('agt-Bob@attic')).toEqual({ hue: 5, shape: 3, letters: 'B' })
  expect(faceIn('agt-Ann@attic').hue).toBe('gone')
})
