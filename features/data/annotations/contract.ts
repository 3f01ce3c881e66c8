import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { questionQuery, Timeframe } from '@playhead/question-contract/question-query.ts'

export const annotationLimits = {
  noteMax: 200,
  subPropertyIdMax: 255,
  /** The end of the year 9999. */
  dateMax: 253_402_300_799,
} as const

/** METR-091: the date is written as epoch seconds and read as ISO text. */
export const Annotation = z.object({
  id: z.uuid(),
  date: z.iso.datetime(),
  note: z.string(),
  sub_property_id: z.nullable(z.string()),
})

const date = z.int().check(z.minimum(0), z.maximum(annotationLimits.dateMax))
const note = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'An annotation needs a note'),
    z.maxLength(annotationLimits.noteMax),
  )
/** METR-093: null and the empty text mean unassigned. */
const subPropertyId = z.nullable(
  z.string().check(z.trim(), z.maxLength(annotationLimits.subPropertyIdMax)),
)

const params = z.object({ id: ref('annotation') })

export const annotations = endpoints({
  list: get('/data/v1/annotations', {
    access: scoped('data:read'),
    summary: 'The annotations of a timeframe; without one, all of them',
    query: z.object({
      ...Page,
      order_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
      timeframe: questionQuery.timeframe,
    }),
    returns: z.object({
      data: z.array(Annotation),
      total_row_count: z.int(),
      timeframe: Timeframe,
      page: z.int(),
      limit: z.int(),
    }),
  }),
  create: post('/data/v1/annotations', {
    access: scoped('data:write'),
    summary: 'Create an annotation',
    body: z.object({ date, note, sub_property_id: z.optional(subPropertyId) }),
    returns: dataOf(Annotation),
    status: 201,
  }),
  retrieve: get('/data/v1/annotations/:id', {
    access: scoped('data:read'),
    summary: 'One annotation',
    params,
    returns: dataOf(Annotation),
  }),
  replace: put('/data/v1/annotations/:id', {
    access: scoped('data:write'),
    summary: 'Replace an annotation; without a sub-property it has none',
    params,
    body: z.object({ date, note, sub_property_id: z._default(subPropertyId, null) }),
    returns: dataOf(Annotation),
  }),
  update: patch('/data/v1/annotations/:id', {
    access: scoped('data:write'),
    summary:
      'Change the note, date or sub-property of an annotation; omitted fields stay unchanged',
    params,
    body: z.object({
      date: z.optional(date),
      note: z.optional(note),
      sub_property_id: z.optional(subPropertyId),
    }),
    returns: dataOf(Annotation),
  }),
  remove: del('/data/v1/annotations/:id', {
    access: scoped('data:write'),
    summary: 'Delete an annotation',
    params,
    returns: nothing,
  }),
})
