import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  facts,
  aViewState,
  readReplay,
  aRow,
  aScriptedView,
  skewMs,
} from '../fixtures/testing-replay.ts'
import type { ArrivedEvent } from '../player-event.ts'
import { viewRow } from './view-row.ts'
import { applyEvent, openView } from './apply-event.ts'

interface AnswerCase {
  case: string
  requests: { atMs: number; events: string; roundTripMs: number }[]
}

const { cases } = JSON.parse(
  readFileSync(new URL('../fixtures/answers/collector-failures.json', import.meta.url), 'utf8'),
) as { cases: AnswerCase[] }

const numbersOf = (events: string): number[] =>
  events.split(' ').map((event) => Number(event.split('#')[1]))

/** Events of the captured view to its end, grouped into the requests that the player sent for other responses. */
function sentAs(requests: AnswerCase['requests']): ArrivedEvent[][] {
  const [events] = [...readReplay('normal-view-to-end').values()]
  return requests.map((request, batch) =>
    numbersOf(request.events).flatMap((number) => {
      const event = events?.find(({ viewSequence }) => viewSequence === number)
      if (!event) return []
      const transmittedAt = 1_795_236_600_000 + request.atMs
      const receivedAt = transmittedAt + skewMs + request.roundTripMs / 2
      return [{ ...event, batch, transmittedAt, receivedAt, roundTripMs: request.roundTripMs }]
    }),
  )
}

describe.each(cases)('when the collector answers with $case', ({ requests }) => {
  test('every event counts once, and what is sent again follows in order', () => {
    const numbers = requests.flatMap((request) => numbersOf(request.events))
    const distinct = [...new Set(numbers)].sort((a, b) => a - b)
    const [first, ...rest] = numbers.map((number): ArrivedEvent => ({
      ...aScriptedView(['hb', number])[0]!,
      viewSequence: number,
    }))
    const state = openView(first!)
    const outcomes = rest.map((event) => applyEvent(state, event))
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(distinct.length - 1)
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(
      numbers.length - distinct.length,
    )
    expect(state.needsRefold).toBe(false)
    expect(state.seen).toEqual([1, distinct.at(-1)])
  })
})

test('the view is the same, however many of its first requests are lost', () => {
  const refused = cases.find(({ case: name }) => name === 'status-500-with-cors')!
  const truth = aRow([...readReplay('normal-view-to-end').values()][0]!)
  const sent = sentAs(refused.requests)
  expect(sent.at(-1)).toHaveLength(14)
  for (let lost = 0; lost < sent.length; lost += 1) {
    const row = viewRow(aViewState(sent.slice(lost).flat()), facts)
    expect({ ...row, long_resume: false }, `first ${lost} lost`).toEqual(truth)
  }
})
