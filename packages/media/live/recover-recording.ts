import { open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { journalName, readJournal, type PieceLine, type SegmentLine } from './journal.ts'
import { LiveRecording } from './live-recording.ts'
import type { LiveSegment, RenditionPiece, RunKind } from './live-part.ts'
import { readFragments, type Fragment } from './read-fragments.ts'
import { factsOf, type FinishedRecording, type FinishOptions } from './recording-facts.ts'
import { RenditionTrack } from './rendition-track.ts'
import { SegmentPlan } from './segment-plan.ts'

/**
 * Reads a recording back after its program ended without a word: everything that was ever on offer is there, under its
 * number. The encoder may come back (`begin`), or the recording is finished. Undefined if nothing was recorded.
 */
export const recoverRecording = async (
  folder: string,
  options: { isAudioOnly?: boolean } = {},
): Promise<LiveRecording | undefined> => {
  const journal = await readJournal(folder).catch(ifMissing)
  const head = journal?.lines.find(({ type }) => type === 'recording')
  if (!journal || head?.type !== 'recording') return undefined
  await truncate(join(folder, journalName), journal.bytes)
  const { latencyMode, startedAt } = head
  const lines = {
    pieces: journal.lines.filter((line) => line.type === 'piece'),
    segments: journal.lines.filter((line) => line.type === 'segment'),
  }
  const plan = journal.lines.find((line) => line.type === 'plan')
  const runs = journal.lines.filter((line) => line.type === 'run')
  const recording = new LiveRecording(
    { folder, latencyMode, startedAt, ...options },
    { plan: new SegmentPlan(latencyMode, plan), runs },
  )
  if (plan) recording.window.fix(plan)
  const tracks = await restoreTracks(folder, lines.pieces)
  await removeUnknown(folder, tracks)
  for (const track of tracks) adopt(recording, track)
  await restoreSegments(recording, tracks, lines.segments)
  await closeOpenSegments(recording, tracks)
  recording.window.pause()
  return recording
}

/**
 * Finishes a recording whose files have failed with all that reached them. Undefined only if nothing was recorded; it throws
 * where that cannot be known, so that a disk that is away is not taken for an empty recording.
 */
export const rescueRecording = async (
  folder: string,
  options: FinishOptions = {},
): Promise<FinishedRecording | undefined> => {
  const recording = await recoverRecording(folder)
  if (!recording) return undefined
  // On a full disk the journal takes no more lines, and needs none.
  await recording.finish(options).catch(() => {})
  const found = factsOf(recording, options)
  for (const { pieces } of found.renditions)
    for (const { fileName, offsets } of pieces) {
      const { size } = await stat(join(folder, fileName))
      if (size < (offsets.at(-1) ?? 0)) throw new Error(`${fileName} is shorter than its segments.`)
    }
  return found.map && found
}

/** A file that cannot be read now is no file that was never written. */
const ifMissing = (error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

const isRung = ({ name, kind }: RenditionTrack) => kind === 'video' && name !== 'source'

function adopt(recording: LiveRecording, track: RenditionTrack) {
  if (track.kind === 'audio') recording.adoptSound(track)
  else if (isRung(track)) recording.rungs.push(track)
  else recording.source = track
  for (const piece of track.pieces) recording.window.addPiece(track.name, track.kind, piece)
}

async function restoreTracks(folder: string, lines: readonly PieceLine[]) {
  const perName = new Map<string, RenditionPiece[]>()
  for (const line of lines) {
    const pieces = perName.get(line.rendition) ?? []
    const init = await readStart(join(folder, line.fileName), line.initBytes)
    if (init) pieces[line.piece] = { ...line, init, offsets: [line.initBytes] }
    perName.set(line.rendition, pieces)
  }
  return [...perName].flatMap(([name, pieces]) => {
    const whole = pieces.filter((piece) => piece !== undefined)
    if (whole.length === 0) return []
    const track = new RenditionTrack(name, whole[0]?.channels ? 'audio' : 'video')
    track.restore(whole)
    return [track]
  })
}

async function readStart(path: string, bytes: number): Promise<Buffer | undefined> {
  const handle = await open(path).catch(ifMissing)
  if (!handle) return undefined
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
    return bytesRead === bytes ? buffer : undefined
  } finally {
    await handle.close()
  }
}

/** A file of which the journal says nothing was never on offer. */
async function removeUnknown(folder: string, tracks: readonly RenditionTrack[]) {
  const known = new Set(tracks.flatMap(({ pieces }) => pieces.map(({ fileName }) => fileName)))
  for (const name of await readdir(folder))
    if (name.endsWith('.mp4') && !known.has(name)) await rm(join(folder, name))
}

/** Counts the segments of the journal whose bytes are there; after a power cut the last ones may not be. */
async function restoreSegments(
  recording: LiveRecording,
  tracks: readonly RenditionTrack[],
  lines: readonly SegmentLine[],
) {
  const sizes = new Map<string, number>()
  for (const { pieces } of tracks)
    for (const { fileName } of pieces)
      sizes.set(fileName, (await stat(join(recording.options.folder, fileName))).size)
  for (const line of lines) {
    const segments = segmentsOf(line)
    const isWhole = segments.every(({ rendition, msn, piece, offset, length }) => {
      const track = tracks.find(({ name }) => name === rendition)
      const fileName = track?.pieces[piece]?.fileName ?? ''
      return track?.msn === msn && offset + length <= (sizes.get(fileName) ?? 0)
    })
    if (!isWhole) continue
    if (line.isOpenCut) recording.openCuts.push(line.msn)
    for (const segment of segments)
      tracks.find(({ name }) => name === segment.rendition)?.addClosed(segment)
    recording.window.closeSegments(segments)
  }
  // Sound goes on behind what was read.
  const sound = tracks.find(({ kind }) => kind === 'audio')
  if (sound) recording.adoptSound(sound)
}

const segmentsOf = ({ renditions, ...line }: SegmentLine): LiveSegment[] =>
  Object.entries(renditions).map(([rendition, placed]) => ({ ...line, ...placed, rendition }))

/** Closes what was open with the parts that it has, as they were shown, and cuts what is torn. */
async function closeOpenSegments(recording: LiveRecording, tracks: readonly RenditionTrack[]) {
  const { folder } = recording.options
  const { lead } = recording
  const tails = new Map<RenditionTrack, Map<number, FoundPart[]>>()
  for (const track of tracks) tails.set(track, await readTailOf(folder, track))
  const ends = new Map<string, number>()
  for (const track of tracks)
    for (const piece of track.pieces) ends.set(piece.fileName, piece.offsets.at(-1) ?? 0)
  const found: LiveSegment[][] = []
  const ofLead = lead && tails.get(lead)
  for (let msn = lead?.msn ?? 0; ofLead?.has(msn); msn += 1) {
    const segments = [recording.source, recording.sound].flatMap((track) => {
      const parts = track && tails.get(track)?.get(msn)
      if (!track || !parts) return []
      const next = tails.get(track)?.get(msn + 1)?.[0]
      const segment = toSegment(recording, track, { msn, parts, next })
      ends.set(parts.at(-1)?.fileName ?? '', segment.offset + segment.length)
      return [segment]
    })
    found.push(segments)
  }
  for (const [fileName, end] of ends) await truncate(join(folder, fileName), end)
  for (const segments of found) recording.restoreSegment(segments)
  if (recording.sound) recording.adoptSound(recording.sound)
  await recording.files.settled()
  await recording.files.sync()
}

type FoundPart = Fragment & { piece: number; fileName: string }

async function readTailOf(folder: string, track: RenditionTrack) {
  const perSegment = new Map<number, FoundPart[]>()
  for (const piece of track.pieces) {
    const from = piece.offsets.at(-1) ?? 0
    const { fileName, piece: number } = piece
    for (const found of await readFragments(join(folder, fileName), piece, from)) {
      const parts = perSegment.get(found.msn) ?? []
      if (found.index === parts.length) parts.push({ ...found, piece: number, fileName })
      perSegment.set(found.msn, parts)
    }
  }
  return perSegment
}

function toSegment(
  { runs, startedAt }: LiveRecording,
  track: RenditionTrack,
  { msn, parts, next }: { msn: number; parts: readonly FoundPart[]; next: Fragment | undefined },
): LiveSegment {
  const [first] = parts
  const last = parts.at(-1)
  const run = runs.findLast(({ firstSegment }) => firstSegment <= msn)
  const { start = 0, piece = 0, offset = 0, isIndependent = false } = first ?? {}
  const kind: RunKind = run?.kind ?? 'content'
  return {
    rendition: track.name,
    msn,
    piece,
    start,
    end: next?.start ?? last?.end ?? start,
    offset,
    length: (last?.offset ?? 0) + (last?.length ?? 0) - offset,
    isIndependent,
    isDiscontinuity: msn > 0 && run?.firstSegment === msn,
    kind,
    wallMs: run ? run.wallMs + (start - run.startTicks) / 90 : startedAt,
  }
}
