import { describe, expect, test } from 'vitest'
import { CircleStage } from './circle-stage.ts'

const circle = (): CircleStage =>
  new CircleStage([{ name: 'Scout' }, { name: 'Builder' }, { name: 'Mo' }], { topic: 'Ship on Friday?' })
const proposal = 'My proposal: yes, as soon as it has a test.'
const goesAlong = 'I stand behind Scout’s proposal: that is something I can work with.'

/** What is listed under each heading, without the ids. */
function sections(harvest: string): Record<string, readonly string[]> {
  const parts = harvest.split(/^## /m).slice(1)
  return Object.fromEntries(
    parts.map((part) => {
      const [heading = '', ...lines] = (part.split('```')[0] ?? '').split('\n')
      return [
        heading,
        lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2).replace(/ \[.*$/, '')),
      ]
    }),
  )
}

function ended(last: string, name = 'Mo'): string {
  const played = circle()
  played.fanOut('Scout', 'exhale 1', proposal)
  played.fanOut('Builder', 'exhale 1', `${goesAlong} I take the test.`)
  played.fanOut(name, 'exhale 1', last)
  return played.harvest()
}

describe('what the person says at the end', () => {
  test('against what was proposed stands under Dissent', () => {
    expect(sections(ended('Then I would rather ship on Thursday'))).toMatchObject({
      Decided: ['Yes, as soon as it has a test.'],
      Dissent: ['Mo: “Then I would rather ship on Thursday”'],
      Open: [],
    })
  })
  test('in favour is counted with those who decide', () => {
    const harvest = ended('I agree. Let us do that.')
    expect(sections(harvest)).toMatchObject({
      Decided: ['Yes, as soon as it has a test.'],
      Open: [],
      Dissent: [],
    })
    expect(harvest).toContain('[utt-0000000001, utt-0000000002, utt-0000000003]')
  })
  test('about what they do themselves comes next, as a task', () => {
    const harvest = ended('I will tell the harbour.')
    expect(sections(harvest)['Next']).toEqual(['Builder takes the test.', 'Mo: “I will tell the harbour.”'])
    expect(harvest.match(/^```todo$/gm)).toHaveLength(2)
  })
  test('of something else is never decided: it stays open, or is left out', () => {
    expect(sections(ended('The boats of the winter are blue.'))).toMatchObject({
      Decided: ['Yes, as soon as it has a test.'],
      Open: ['Mo: “The boats of the winter are blue.”'],
    })
    expect(ended('asdf')).not.toContain('Mo')
    expect(sections(ended('Who is awake on Saturday?'))['Open']).toEqual(['Mo: “Who is awake on Saturday?”'])
  })
  test('is all that counts of theirs, unless they say nothing there', () => {
    const played = circle()
    played.fanOut('Mo', 'hold 1', 'I doubt that it is ready.')
    played.fanOut('Scout', 'exhale 1', proposal)
    played.fanOut('Builder', 'exhale 1', goesAlong)
    expect(sections(played.harvest())['Dissent']).toEqual(['Mo: “I doubt that it is ready.”'])
    played.fanOut('Mo', 'exhale 1', 'Fine by me.')
    expect(sections(played.harvest())['Dissent']).toEqual([])
  })
})

describe('where nothing was decided', () => {
  test('it says so, and files nothing', () => {
    const played = circle()
    played.fanOut(
      'Scout',
      'inhale 1',
      'I go by what is written down. The boats are not ready yet, as it seems.',
    )
    const harvest = played.harvest()
    expect(sections(harvest)).toEqual({
      Decided: [],
      Open: [
        'Nothing was decided: the circle was closed before anybody proposed anything.',
        'Scout said: “The boats are not ready yet, as it seems.”',
      ],
      Dissent: [],
      Next: [],
    })
    expect(harvest).not.toContain('```')
  })
  test('what was proposed and not taken up stays open', () => {
    const played = circle()
    played.fanOut('Scout', 'exhale 1', proposal)
    played.fanOut('Mo', 'exhale 1', 'No, not before Monday.')
    expect(sections(played.harvest())).toMatchObject({
      Decided: [],
      Open: [
        'Nothing was decided: what was proposed has not found a yes.',
        'Scout proposed: yes, as soon as it has a test. Nobody has said yes to it.',
      ],
      Dissent: ['Mo: “No, not before Monday.”'],
    })
  })
})

test('the next who speaks has heard who is against it, and says so once', () => {
  const played = new CircleStage([{ name: 'Scout' }, { name: 'Mo' }, { name: 'Builder' }, { name: 'Critic' }])
  played.tellAll('Exhale begins, one round: bring it together.')
  played.fanOut('Scout', 'exhale 1', proposal)
  played.fanOut('Mo', 'exhale 1', 'I would rather ship on Thursday.')
  const words = played.grant('Builder', 'Exhale, round 1 of 1', ['Critic'])
  expect(words).toMatch(/^Mo would have it otherwise, and that belongs in the harvest\. /)
  played.fanOut('Builder', 'exhale 1', words)
  expect(played.grant('Critic', 'Exhale, round 1 of 1', [])).not.toContain('otherwise')
})
