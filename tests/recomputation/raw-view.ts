import type { Json } from '@playhead/testing/test-app.ts'

/** A view as `GET /data/v1/video-views/:id` returns it. */
export interface RawView {
  id: string
  startedAt: number
  endedAt: number
  fields: Json
}

export type ReadNumber = (view: RawView) => number | null

export const rawView = (fields: Json): RawView => ({
  id: fields.id,
  startedAt: Date.parse(fields.view_start),
  endedAt: Date.parse(fields.view_end),
  fields,
})

/** A number, or a decimal sent as text. */
export const numberAt =
  (field: string): ReadNumber =>
  ({ fields }) => {
    if (!(field in fields)) throw new Error(`A view has no field ${field}.`)
    return fields[field] === null ? null : Number(fields[field])
  }

export const quotient =
  (over: ReadNumber, under: ReadNumber): ReadNumber =>
  (view) => {
    const [a, b] = [over(view), under(view)]
    return a === null || b === null || b <= 0 ? null : a / b
  }

export const isTrue = (view: RawView, field: string): boolean => {
  if (typeof view.fields[field] !== 'boolean') throw new Error(`${field} is no flag of a view.`)
  return view.fields[field]
}

/** The id that the page sets, else the random one of the browser. */
export const viewerOf = ({ fields }: RawView): string | null =>
  fields.viewer_user_id ?? (fields.mux_viewer_id === '' ? null : fields.mux_viewer_id)

export const hasHappened = ({ fields }: RawView, name: string): boolean =>
  fields.events.some((event: Json) => event.name === name)
