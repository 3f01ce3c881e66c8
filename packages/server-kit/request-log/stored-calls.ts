import { z } from 'zod'

/** A notice on this channel names calls that were stored. */
export const callsChannel = 'playhead_calls'

/** A notice of Postgres has at most 8,000 bytes. */
const namedMax = 150

/** Where calls that were just stored are found: all of them began between these two moments. */
export interface StoredCalls {
  /** Undefined if there are too many to name. */
  environmentIds?: readonly string[] | undefined
  from: string
  until: string
}

const Notice = z.object({
  environmentIds: z.array(z.uuid()).optional(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
})

export const writeStoredCalls = ({ environmentIds, from, until }: StoredCalls) =>
  JSON.stringify({
    from,
    until,
    ...(environmentIds && environmentIds.length <= namedMax && { environmentIds }),
  })

/** Undefined for the notice of another version. */
export const readStoredCalls = (text: string): StoredCalls | undefined => {
  try {
    return Notice.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
