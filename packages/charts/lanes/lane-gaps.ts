import type { ChartPoint } from '../chart-data.ts'

export interface Gap {
  /** Milliseconds since 1970. */
  from: number
  to: number
}

/** A point may come late by half a step. */
const latenessOfStep = 1.5

/** Where a line has no value: between two points, and after the last one up to the end. */
export const gapsOf = (points: readonly ChartPoint[], stepMs: number, end: number): Gap[] => {
  const known = points.filter(({ value }) => value !== null)
  const gaps: Gap[] = []
  known.forEach(({ time }, index) => {
    const next = known[index + 1]?.time ?? end
    if (next - time > stepMs * latenessOfStep) gaps.push({ from: time + stepMs, to: next })
  })
  return gaps.filter(({ from, to }) => to > from)
}

/** The gaps that every line has, such as the time that a sender was away. */
export const sharedGaps = (all: readonly (readonly Gap[])[]): Gap[] =>
  (all[0] ?? []).flatMap((gap) => {
    const others = all
      .slice(1)
      .map((gaps) => gaps.find(({ from, to }) => from < gap.to && to > gap.from))
    if (others.some((other) => other === undefined)) return []
    const from = Math.max(gap.from, ...others.map((other) => other?.from ?? gap.from))
    const to = Math.min(gap.to, ...others.map((other) => other?.to ?? gap.to))
    return to > from ? [{ from, to }] : []
  })
