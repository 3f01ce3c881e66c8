import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { LiveSegment } from './live-part.ts'

export const journalName = 'journal.jsonl'

const latencyMode = z.enum(['low', 'reduced', 'standard'])
const runKind = z.enum(['content', 'slate'])

const RecordingLine = z.object({
  type: z.literal('recording'),
  version: z.literal(1),
  latencyMode,
  startedAt: z.number(),
})

const PieceLine = z.object({
  type: z.literal('piece'),
  rendition: z.string(),
  piece: z.int(),
  fileName: z.string(),
  firstSegment: z.int(),
  timescale: z.int(),
  codecs: z.string(),
  width: z.int(),
  height: z.int(),
  channels: z.int(),
  initBytes: z.int(),
})

const RunLine = z.object({
  type: z.literal('run'),
  firstSegment: z.int(),
  kind: runKind,
  wallMs: z.number(),
  startTicks: z.int(),
  frameRate: z.number(),
})

const PlanLine = z.object({
  type: z.literal('plan'),
  targetSeconds: z.number(),
  partSeconds: z.number(),
})

/** A closed segment: of picture and sound together, or of a lower rung, which ends later. */
const SegmentLine = z.object({
  type: z.literal('segment'),
  msn: z.int(),
  kind: runKind,
  isDiscontinuity: z.boolean(),
  isOpenCut: z.boolean(),
  renditions: z.record(
    z.string(),
    z.object({
      piece: z.int(),
      start: z.int(),
      end: z.int(),
      offset: z.int(),
      length: z.int(),
      isIndependent: z.boolean(),
      wallMs: z.number(),
    }),
  ),
})

const JournalLine = z.discriminatedUnion('type', [
  RecordingLine,
  PieceLine,
  RunLine,
  PlanLine,
  SegmentLine,
])
export type JournalLine = z.infer<typeof JournalLine>
export type SegmentLine = z.infer<typeof SegmentLine>
export type PieceLine = z.infer<typeof PieceLine>
export type RunLine = z.infer<typeof RunLine>

const journalBytes = (...lines: JournalLine[]) =>
  Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

/** The lines up to the first torn one, and how many bytes they take. */
export const readJournal = async (folder: string) => {
  const bytes = await readFile(join(folder, journalName))
  const lines: JournalLine[] = []
  let place = 0
  for (;;) {
    const end = bytes.indexOf(0x0a, place)
    const line = end < 0 ? undefined : parseLine(bytes.toString('utf8', place, end))
    if (!line) return { lines, bytes: place }
    lines.push(line)
    place = end + 1
  }
}

const parseLine = (text: string): JournalLine | undefined => {
  try {
    return JournalLine.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export const journalWrite = (...lines: JournalLine[]) => ({
  fileName: journalName,
  bytes: journalBytes(...lines),
})

/** A closed segment of picture and sound, or of a lower rendition. */
export const segmentLine = (segments: readonly LiveSegment[], isOpenCut: boolean): JournalLine => {
  const [first] = segments
  const { msn = 0, kind = 'content', isDiscontinuity = false } = first ?? {}
  const placed = segments.map(
    ({ rendition, piece, start, end, offset, length, isIndependent, wallMs }) =>
      [rendition, { piece, start, end, offset, length, isIndependent, wallMs }] as const,
  )
  const head = { type: 'segment', msn, kind, isDiscontinuity, isOpenCut } as const
  return { ...head, renditions: Object.fromEntries(placed) }
}
