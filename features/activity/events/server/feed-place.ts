import { createHash } from 'node:crypto'

/** Which transactions had ended: all before `begin`, and those before `end` that were not running. */
export interface Snapshot {
  begin: string
  end: string
  running: string[]
}

/** The position of a reader in the feed. */
export interface Place {
  /** When it was returned, in whole seconds. */
  at: number
  database: string
  from: Snapshot
  /** The position within a result that is longer than one page. */
  page?: { until: Snapshot; sequence: string }
}

const snapshotShape = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/
const sequenceShape = /^\d{1,18}$/

const snapshotOf = (text: string): Snapshot | undefined => {
  const [, begin, end, running] = snapshotShape.exec(text) ?? []
  return begin && end && running !== undefined
    ? { begin, end, running: running === '' ? [] : running.split(',') }
    : undefined
}

export const readSnapshot = (text: string) => {
  const snapshot = snapshotOf(text)
  if (!snapshot) throw new Error(`Postgres wrote a snapshot in another way: ${text}`)
  return snapshot
}

const writeSnapshot = ({ begin, end, running }: Snapshot) => `${begin}:${end}:${running.join(',')}`

/** Short, and reveals nothing about the server. */
export const placeName = (database: string) =>
  createHash('sha256').update(database).digest('hex').slice(0, 12)

export const writePlace = ({ at, database, from, page }: Place) =>
  [
    at,
    database,
    writeSnapshot(from),
    ...(page ? [writeSnapshot(page.until), page.sequence] : []),
  ].join('.')

/** Undefined for a position that another version wrote. */
export const readPlace = (text: string): Place | undefined => {
  const [at = '', database = '', fromText = '', untilText, sequence] = text.split('.')
  const from = snapshotOf(fromText)
  if (!from || !/^\d{1,12}$/.test(at)) return undefined
  if (untilText === undefined) return { at: Number(at), database, from }
  const until = snapshotOf(untilText)
  if (!until || sequence === undefined || !sequenceShape.test(sequence)) return undefined
  return { at: Number(at), database, from, page: { until, sequence } }
}
