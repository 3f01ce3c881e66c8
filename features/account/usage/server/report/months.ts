import { z } from 'zod'
import { invalidField } from '@playhead/contract-kit/errors.ts'

export const startOfMonth = (time: Date) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1))

/** Months are calendar months in UTC. */
export const addMonths = (month: Date, count: number) =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + count, 1))

export const monthText = (month: Date) => month.toISOString().slice(0, 7)

const monthShape = /^\d{4}-(0[1-9]|1[0-2])$/

export const monthOf = (text: string | undefined, now: Date) => {
  if (text === undefined) return startOfMonth(now)
  if (!monthShape.test(text)) throw invalidField('month', 'Write a month as 2026-11.')
  return new Date(`${text}-01T00:00:00Z`)
}

interface Span {
  from: Date
  until: Date
}

/** A span cut at the beginnings of months. */
export const cutByMonth = ({ from, until }: Span): (Span & { month: Date })[] => {
  const parts: (Span & { month: Date })[] = []
  for (let month = startOfMonth(from); month < until; month = addMonths(month, 1)) {
    const end = addMonths(month, 1)
    parts.push({
      month,
      from: from > month ? from : month,
      until: until < end ? until : end,
    })
  }
  return parts
}

export const Thousandths = z.string().transform((text) => BigInt(text))
